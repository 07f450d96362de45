// The schemas that belong to no single command.

import * as t from 'typebox';
import { scriptDocument } from '../../packages/ctx/src/agent/models/script-document.js';
import { commandTable } from '../../packages/ctx/src/cli/table.js';
import { sessionConfig } from '../../packages/ctx/src/config/session-config.js';
import {
  exportDocument,
  provenanceDocument,
} from '../../packages/ctx/src/evidence/export/export-document.js';
import { fleetConfig } from '../../packages/ctx/src/fleet/fleet-config.js';
import { envelopeSchema } from '../../packages/ctx/src/protocol/envelope-schema.js';
import { recordSchema, recordTypes } from '../../packages/ctx/src/protocol/records.js';
import { fleetRecordSchema, fleetRecordTypes } from '../../packages/ctx/src/store/fleet-records.js';

export interface SharedSchema {
  readonly name: string;
  readonly says: string;
  readonly schema: t.TSchema;
}

export const sharedSchemas: readonly SharedSchema[] = [
  { name: 'envelope', says: 'Envelope 2.0, of any command', schema: envelopeSchema() },
  { name: 'command-table', says: 'The table of commands: commands.json', schema: commandTable },
  {
    name: 'records',
    says: 'One record of a session’s log',
    schema: t.Union(recordTypes.map((type) => recordSchema(type))),
  },
  { name: 'session-config', says: 'The config of a session, for `ctx run`', schema: sessionConfig },
  { name: 'fleet-config', says: 'The file of a fleet, for `ctx fleet run`', schema: fleetConfig },
  {
    name: 'fleet-records',
    says: 'One record of a fleet’s log',
    schema: t.Union(fleetRecordTypes.map((type) => fleetRecordSchema(type))),
  },
  { name: 'export-document', says: 'RUN.export.json, of `ctx export`', schema: exportDocument },
  {
    name: 'provenance',
    says: 'The sidecar of a picture: RUN.timeline.png.provenance.json',
    schema: provenanceDocument,
  },
  { name: 'script', says: 'A script, for the scripted model', schema: scriptDocument },
];
