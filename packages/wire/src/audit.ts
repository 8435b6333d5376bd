import {
  type AuditAuthor,
  type AuditTopic,
  auditTopics,
  type listSalonAudit,
  type SalonAuditEntry,
} from '@silla/core'
import { fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { serializeAuditDetail } from './audit-detail.ts'
import { parseDay } from './dates.ts'
import { failField, type Params, parseEnum, parseId, parseInteger } from './params.ts'
import { parsePlace, serializePlace } from './places.ts'
import { closed, identifier, nullable, oneOf, ref, text, timestamp } from './schema.ts'
import { ChangeWire, serializeChange } from './settings-plan.ts'

// What was changed in a salon and by whom, for its owners (D66).

const authorWords: Readonly<Record<AuditAuthor['kind'], string>> = {
  staff: 'persona',
  key: 'clave',
  support: 'soporte',
  operator: 'plataforma',
}

const topicWords: Readonly<Record<AuditTopic, string>> = {
  bookings: 'reserva',
  holds: 'retencion',
  blocks: 'bloqueo',
  waitlist: 'lista_espera',
  payments: 'pago',
  till: 'cobro',
  customers: 'cliente',
  imports: 'importacion',
  calendars: 'calendario',
  webhooks: 'endpoint',
  settings: 'ajuste',
  staff: 'personal',
  sessions: 'sesion',
  passkeys: 'passkey',
  recovery: 'codigo_recuperacion',
  support: 'soporte',
  businesses: 'negocio',
  catalog: 'catalogo',
  schedule: 'horario',
  keys: 'clave',
  stripe: 'stripe',
  mail: 'correo',
  jobs: 'tarea',
  clock: 'reloj',
  db: 'datos',
}

export const auditTopicWords = Object.values(topicWords)

const AuditEntryWire = closed(
  {
    id: identifier('The entry'),
    creado_en: timestamp('When it was changed'),
    quien: closed(
      {
        tipo: oneOf(
          Object.values(authorWords),
          'A member of staff, a secret key, support with access, or the platform',
        ),
        id: nullable(identifier('Of the person or of the support access; null for others')),
        nombre: text('The name that they had then; `Silla` for the platform'),
      },
      { description: 'Who changed it' },
    ),
    operacion: text('What was done, such as `bookings.cancel`; there will be more'),
    recurso: closed(
      {
        tipo: nullable(text('Of what kind it is, such as `reserva`; null for one to come')),
        id: nullable(identifier('Which one; null when it is not about one record')),
      },
      { description: 'What was changed' },
    ),
    cambios: Type.Array(ChangeWire, {
      description: 'Settings before and after; empty for everything else',
    }),
    detalle: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'More ids and settings, such as `cliente_id`; there will be more, and no data of customers',
    }),
    dispositivo: text('The device of the person, as they recognize it; empty for others'),
  },
  { $id: 'EntradaAuditoria', description: 'A change in the salon' },
)

export const AuditPartWire = closed(
  {
    items: Type.Array(ref(AuditEntryWire), { description: 'Latest first' }),
    siguiente: nullable(text('The `antes_de` of the next request; null after the last')),
  },
  { $id: 'ParteAuditoria', description: 'Part of the changes in the salon' },
)

export const auditComponents = [AuditEntryWire, AuditPartWire]

export const defaultAuditLimit = 50
export const maxAuditLimit = 200

/** The filters of the audit log. INVALID_DATE, INVALID_RANGE, VALIDATION_ERROR. */
export function parseAuditFilter(params: Params) {
  const from = parseDay(params, 'desde')
  const to = parseDay(params, 'hasta')
  if (from !== null && to !== null && from > to) fail('INVALID_RANGE')
  const word = parseEnum(params, 'recurso', auditTopicWords)
  const recordId = parseId(params, 'recurso_id')
  if (recordId !== null && word === null) failField('recurso', 'required')
  return {
    from,
    to,
    staffId: parseId(params, 'persona'),
    topic: auditTopics.find((topic) => topicWords[topic] === word) ?? null,
    recordId,
    after: parsePlace(params, 'antes_de'),
    limit: parseInteger(params, 'limite', { min: 1, max: maxAuditLimit }) ?? defaultAuditLimit,
  }
}

export const serializeAuditPart = ({
  entries,
  next,
}: Awaited<ReturnType<typeof listSalonAudit>>): Static<typeof AuditPartWire> => ({
  items: entries.map(serializeEntry),
  siguiente: serializePlace(next),
})

const serializeEntry = (entry: SalonAuditEntry): Static<typeof AuditEntryWire> => ({
  id: entry.id,
  creado_en: entry.at.toISOString(),
  quien: {
    tipo: authorWords[entry.author.kind],
    id: entry.author.id,
    nombre: entry.author.name,
  },
  operacion: entry.action,
  recurso: { tipo: entry.topic === null ? null : topicWords[entry.topic], id: entry.recordId },
  cambios: entry.changes.map(serializeChange),
  detalle: serializeAuditDetail(entry.detail),
  dispositivo: entry.device,
})
