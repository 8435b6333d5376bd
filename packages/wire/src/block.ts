import type { Block, BlockedResource, BlockInput, DeletedBlock, LocalTime } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { formatDate, formatTime, wallClock } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { parseDay, requireDate, requireTime } from './dates.ts'
import { type Locale, localize } from './localize.ts'
import { type Params, parseId, parseStoredText } from './params.ts'
import { closed, identifier, nullable, optionalText, text, timestamp, whole } from './schema.ts'

const maxReasonLength = 500

export const NewBlockWire = closed(
  {
    peluquero_id: Type.Optional(identifier('The professional; either this or `recurso`')),
    recurso: optionalText('Handle of a resource in the salon file, such as `lavabo`'),
    unidad: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'One unit of the resource, from 1; without it all units are blocked',
      }),
    ),
    desde: text('Start, in local time of the business: `2030-03-04T16:00`'),
    hasta: text('End, excluded; at most 31 days after the start'),
    motivo: text(
      `Reason, for the staff of the business. Up to ${maxReasonLength} characters; not empty`,
    ),
  },
  {
    description: 'Time in which a professional or a resource cannot be booked',
    examples: [
      {
        peluquero_id: 3,
        desde: '2030-03-04T16:00',
        hasta: '2030-03-04T18:30',
        motivo: 'Curso de color',
      },
    ],
  },
)

export const BlockWire = closed(
  {
    id: identifier('The block'),
    profesional: nullable(
      closed(
        { id: identifier('The professional'), nombre: text('Full name') },
        { description: 'The professional who cannot be booked; null for a resource' },
      ),
    ),
    recurso: nullable(
      closed(
        {
          identificador: text('Handle in the salon file'),
          nombre: text('Name'),
        },
        { description: 'The resource that cannot be booked; null for a professional' },
      ),
    ),
    unidad: nullable(whole('The unit of the resource; null for all units, or a professional')),
    desde: text('Start, in local time of the business: `2030-03-04T16:00`'),
    hasta: text('End, excluded, in local time of the business'),
    inicio: timestamp('Start'),
    fin: timestamp('End'),
    motivo: text('Reason, for the staff of the business'),
    created_at: timestamp('Creation time'),
  },
  { $id: 'Bloqueo', description: 'Time in which a professional or a resource cannot be booked' },
)

export const DeletedBlockWire = closed(
  { id: identifier('The block'), borrado_en: timestamp('Time of the deletion') },
  { $id: 'BloqueoBorrado', description: 'A block that was deleted' },
)

export const blockComponents = [BlockWire, DeletedBlockWire]

/** The body of a new block. INVALID_DATE or INVALID_TIME for anything but `2030-03-04T16:00`. */
export function parseNewBlock(body: Static<typeof NewBlockWire>): BlockInput {
  const problems: FieldProblem[] = []
  const rule = { maxLength: maxReasonLength, required: true }
  const reason = parseBodyText('motivo', body.motivo, rule, problems)
  const subject = parseSubject(body, problems)
  if (subject === null || problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { subject, from: parseLocalTime(body.desde), to: parseLocalTime(body.hasta), reason }
}

/** Either a professional or a resource; a unit only with a resource. Null with a problem. */
function parseSubject(
  { peluquero_id, recurso, unidad }: Static<typeof NewBlockWire>,
  problems: FieldProblem[],
): BlockInput['subject'] | null {
  if (peluquero_id === undefined && recurso === undefined)
    problems.push({ field: 'peluquero_id', problem: 'required' })
  if (peluquero_id !== undefined && recurso !== undefined)
    problems.push({ field: 'recurso', problem: { keyword: 'not_together', limit: 'peluquero_id' } })
  if (unidad !== undefined && recurso === undefined)
    problems.push({ field: 'recurso', problem: 'required' })
  if (problems.length > 0) return null
  return recurso === undefined
    ? { professionalId: peluquero_id as number }
    : { resource: recurso, unitNumber: unidad ?? null }
}

function parseLocalTime(local: string): LocalTime {
  const [day = '', ...time] = local.split('T')
  return { day: requireDate(day), minute: requireTime(time.join('T')) }
}

/** `peluquero_id`, `recurso`, `desde` and `hasta`; INVALID_DATE, INVALID_RANGE. */
export function parseBlockFilter(params: Params) {
  const professionalId = parseId(params, 'peluquero_id')
  const resource = parseStoredText(params, 'recurso')
  const from = parseDay(params, 'desde')
  const to = parseDay(params, 'hasta')
  if (from !== null && to !== null && from > to) fail('INVALID_RANGE')
  return { professionalId, resource, from, to }
}

export const serializeBlock = (
  block: Block,
  timezone: string,
  locale: Locale,
): Static<typeof BlockWire> => ({
  id: block.id,
  profesional: block.professional && {
    id: block.professional.id,
    nombre: block.professional.name,
  },
  recurso: block.resource && serializeResource(block.resource, locale),
  unidad: block.resource?.unitNumber ?? null,
  desde: localTimeOf(block.startsAt, timezone),
  hasta: localTimeOf(block.endsAt, timezone),
  inicio: block.startsAt.toISOString(),
  fin: block.endsAt.toISOString(),
  motivo: block.reason,
  created_at: block.createdAt.toISOString(),
})

const serializeResource = ({ handle, name }: BlockedResource, locale: Locale) => ({
  identificador: handle,
  nombre: localize(name, locale),
})

function localTimeOf(at: Date, timezone: string): string {
  const { day, minute } = wallClock(at, timezone)
  return `${formatDate(day)}T${formatTime(minute)}`
}

export const serializeDeletedBlock = ({
  id,
  deletedAt,
}: DeletedBlock): Static<typeof DeletedBlockWire> => ({ id, borrado_en: deletedAt.toISOString() })
