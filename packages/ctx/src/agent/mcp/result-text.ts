// What a model is told of an MCP tool's result: its texts, and a line for everything that is none.

import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';

export function resultText({ content, structuredContent }: CallToolResult): string {
  const parts = content.map(partText);
  if (parts.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return parts.join('\n');
}

function partText(part: ContentBlock): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type} ${part.mimeType}, ${part.data.length} characters of base64 left out]`;
    case 'resource_link':
      return `[resource ${part.uri}]`;
    case 'resource':
      return 'text' in part.resource
        ? part.resource.text
        : `[resource ${part.resource.uri}, ${part.resource.blob.length} characters of base64 left out]`;
  }
}
