// .NET project files and solutions.

import { development, type OpenFile, optional, sign, sure } from '../reader.js';
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
  file.package(file.name.slice(0, dot), nugetPackages);
  const sdk = project.attributes['Sdk'] ?? '';
  const place = { line: project.line, value: shown(sdk || file.name) };
  file.found('dotnet', sure, place);
  file.found(languages[file.name.slice(dot + 1)] ?? 'c#', sure, place);
  file.dependency(dotnetSdks, sdk, sure, place);
  // What is built into an image runs as a service.
  const tested = elements.some(({ path, text }) => path.endsWith('/IsTestProject') && text.trim() === 'true');
  const command =
    !/test|bench|sample|demo/i.test(file.name) && !elements.some(isNoCommand) && !file.beside('Dockerfile');
  for (const { path, attributes, line, text } of elements) {
    const name = attributes['Include'];
    if (path.endsWith('/PackageReference') && name !== undefined) {
      const value = [name, attributes['Version']].filter((part) => part !== undefined).join(' ');
      file.dependency(nugetPackages, name, strengthOf(name, sdk, tested), { line, value });
    }
    if (path.endsWith('/FrameworkReference') && name === 'Microsoft.AspNetCore.App')
      file.found('asp.net-core', tested ? development : optional, { line, value: name });
    if (path.endsWith('/OutputType') && text.trim() === 'Exe' && sdk === 'Microsoft.NET.Sdk' && command) {
      file.found('cli-tool', sign, { line, value: 'OutputType Exe' });
    }
    if (
      /\/(PackageId|PackageTags|PackageReleaseNotes|PackageReadmeFile|PackageProjectUrl|GeneratePackageOnBuild)$/.test(
        path,
      ) &&
      command &&
      sdk === 'Microsoft.NET.Sdk'
    )
      file.found('library', sign, { line, value: shown(text) });
    if (path.endsWith('/UseMaui') && text.trim() === 'true')
      file.found('maui', sure, { line, value: 'UseMaui' });
  }
}

/** What all projects of a folder have in common. */
export async function dotnetShared(file: OpenFile) {
  const source = file.text();
  if (source === undefined) return;
  const { elementsOf } = await import('../xml.js');
  for (const { path, attributes, line } of elementsOf(source) ?? []) {
    const name = attributes['Include'];
    if (path.endsWith('/PackageReference') && name !== undefined)
      file.dependency(nugetPackages, name, development, { line, value: name });
  }
}

/** Tests, services, windows and hosts of services are executables too, and no commands. */
function isNoCommand({ path, text, attributes }: Element): boolean {
  if (/\/(IsTestProject|IsAspireHost|UseMaui|UseWPF|UseWindowsForms)$/.test(path))
    return text.trim() === 'true';
  return /^(Microsoft\.NET\.Test\.Sdk|Microsoft\.AspNetCore\.App|Aspire\.Hosting\..*|Avalonia|xunit.*|BenchmarkDotNet|Bullseye|SimpleExec|Nuke\.Common|Cake\..*)$/.test(
    attributes['Include'] ?? '',
  );
}

/** A library for ASP.NET serves nothing itself, and what a test project needs is for the tests. */
function strengthOf(name: string, sdk: string, tested: boolean): number {
  if (tested) return development;
  return name.startsWith('Microsoft.AspNetCore.') && sdk === 'Microsoft.NET.Sdk' ? optional : sure;
}
