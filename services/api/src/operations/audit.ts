import { listSalonAudit } from '@silla/core'
import { AuditPartWire, auditFilterParams, parseAuditFilter, serializeAuditPart } from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** What was changed in the salon, and by whom (D66). */
export const auditOperations = [
  operation({
    name: 'auditoria.listar',
    tag: 'Audit log',
    summary: 'List what was changed',
    description:
      'Each change by a member of staff, a secret key, support or the platform, the latest first: ' +
      'who, what, when, with which device, and settings before and after. What customers do with a ' +
      'token or a code is in none, and no entry contains data of customers. Send `siguiente` as ' +
      '`antes_de` for the next part. Secret keys are refused, because it is about people.',
    rest: { method: 'GET', path: '/auditoria/' },
    graphql: { field: 'auditoria' },
    access: 'owner',
    query: { params: auditFilterParams, parse: parseAuditFilter },
    result: one(AuditPartWire),
    errors: {
      VALIDATION_ERROR:
        'among others: `recurso_id` without `recurso`, or an `antes_de` that is no `siguiente`',
      INVALID_DATE: '`desde` or `hasta` is not a day',
      INVALID_RANGE: '`hasta` is before `desde`',
    },
    weight: 'list',
    run: (context, { query }) => listSalonAudit(context, query),
    respond: serializeAuditPart,
  }),
]
