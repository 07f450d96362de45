// What happened besides answers and calls, as an event of a span. Paths, texts and hosts' words stay out of it.

import type { SessionRecord } from '../protocol/records.js';
import { names } from './conventions.js';
import type { Attributes } from './span.js';

interface Happened {
  readonly name: string;
  readonly attributes: Attributes;
  /** The call that it is about. */
  readonly call_id?: string | undefined;
}

export function eventOf(record: SessionRecord): Happened | undefined {
  switch (record.type) {
    case 'context.compacted':
      return {
        name: 'gen_ai.conversation.compacted',
        attributes: {
          'ctx.tokens_before': record.tokens_before ?? undefined,
          'ctx.tokens_after': record.tokens_after ?? undefined,
        },
      };
    case 'approval.given':
      return {
        name: 'ctx.approval',
        call_id: record.call_id,
        attributes: {
          'ctx.approval.answer': record.answer,
          'ctx.approval.by': record.by ?? 'nobody',
          'ctx.approval.via': record.via,
          'ctx.approval.scope': record.scope,
          [names.toolCall]: record.call_id,
        },
      };
    case 'sandbox.denied':
      return {
        name: 'ctx.sandbox.denied',
        call_id: record.call_id,
        attributes: {
          'server.address': record.host,
          'server.port': record.port,
          'ctx.reason': record.reason,
        },
      };
    case 'workspace.changed':
      return {
        name: 'ctx.workspace.changed',
        call_id: record.call_id,
        attributes: { 'ctx.files.changed': record.paths.length + (record.left_out ?? 0) },
      };
    case 'output.rejected':
      return { name: 'ctx.output.rejected', attributes: { 'ctx.will_repair': record.will_repair } };
    case 'turn.interrupted':
      return { name: 'ctx.turn.interrupted', attributes: { 'ctx.cause': record.cause } };
    case 'session.resumed':
      return { name: 'ctx.session.resumed', attributes: {} };
    case 'finding':
      return { name: 'ctx.finding', attributes: { 'ctx.finding.code': record.code } };
    default:
      return undefined;
  }
}
