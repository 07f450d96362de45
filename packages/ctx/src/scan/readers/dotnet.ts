// .NET project files and solutions.

import { type OpenFile, sign, sure } from '../reader.js';
import { shown } from '../shape.js';
import { dotnetSdks, nugetPackages } from '../tables/dotnet.js';
import type { Element } from '../xml.js';

const languages: Readonly<Record<string, string>> = { csproj: 'c#', fsproj: 'f#', vbproj: 'visual-basic' };

export async function dotnetProject(file: OpenFile) {
  const source = file.text();
  if (source === undefined) return;
  const { elementsOf } = await import('../xml.js');
  const elements = elementsOf(source);
  const [project] = elements ?? [];
  if (elements === undefined || project?.path !== 'Project') return file.note('not a .NET project');
  const dot = file.name.lastIndexOf('.');
  file.package(file.name.slice(0, dot));
  const sdk = project.attributes['Sdk'] ?? '';
  const place = { line: project.line, value: shown(sdk || file.name) };
  file.found('dotnet', sure, place);
  file.found(languages[file.name.slice(dot + 1)] ?? 'c#', sure, place);
  file.dependency(dotnetSdks, sdk, sure, place);
  // What is built into an image runs as a service.
  const command = !elements.some(isNoCommand) && !file.has(`${file.folder}/Dockerfile`);
  for (const { path, attributes, line, text } of elements) {
    const name = attributes['Include'];
    if (path.endsWith('/PackageReference') && name !== undefined) {
      const value = [name, attributes['Version']].filter((part) => part !== undefined).join(' ');
      file.dependency(nugetPackages, name, sure, { line, value });
    }
    if (path.endsWith('/OutputType') && text.trim() === 'Exe' && sdk === 'Microsoft.NET.Sdk' && command) {
      file.found('cli-tool', sign, { line, value: 'OutputType Exe' });
    }
    if (path.endsWith('/UseMaui') && text.trim() === 'true')
      file.found('maui', sure, { line, value: 'UseMaui' });
  }
}

/** Tests, services, windows and hosts of services are executables too, and no commands. */
function isNoCommand({ path, text, attributes }: Element): boolean {
  if (/\/(IsTestProject|IsAspireHost|UseMaui|UseWPF|UseWindowsForms)$/.test(path))
    return text.trim() === 'true';
  return /^(Microsoft\.NET\.Test\.Sdk|Microsoft\.AspNetCore\.App|Aspire\.Hosting\..*|Avalonia|xunit.*|BenchmarkDotNet)$/.test(
    attributes['Include'] ?? '',
  );
}
