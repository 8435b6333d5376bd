import type {
  Alternative,
  BlockObstacle,
  OrphanedBooking,
  Permission,
  Setting,
  WaitlistState,
} from '@silla/core'
import { type Code, catalogue } from '@silla/errors'
import { type TSchema, Type } from 'typebox'
import { serializeAlternative } from './booking.ts'
import { permissionWords } from './permissions.ts'
import { oneOf, ref } from './schema.ts'
import { serializeSetting } from './settings.ts'
import { OrphanedBookingWire, serializeOrphaned } from './settings-plan.ts'
import { waitlistStateWords } from './waitlist.ts'

/** The schema of every success, for the `response` of a route. */
export const envelope = <Data extends TSchema>(data: Data) =>
  Type.Object({ success: Type.Literal(true), data })

/** Wraps the data that a handler returns. */
export const success = <Data>(data: Data) => ({ success: true as const, data })

/** The schema of every failure (D2); only the error handler creates one. */
export const FailureWire = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: oneOf(
        Object.keys(catalogue) as Code[],
        'The error code, for programs. New codes may be added.',
      ),
      message: Type.String({
        description: 'A message for people, in the language of the request.',
      }),
      alternativas: Type.Optional(
        Type.Array(
          Type.Object({
            fecha: Type.String({ format: 'date' }),
            hora_inicio: Type.String({ description: 'HH:MM' }),
            peluquero_id: Type.Integer(),
          }),
          {
            description:
              'Other free times, when the chosen one is refused: taken, too soon, or nobody works.',
          },
        ),
      ),
      reserva: Type.Optional(
        Type.Object(
          { id: Type.Integer(), codigo: Type.String() },
          { description: 'The booking in the way of a block, with SLOT_NOT_AVAILABLE.' },
        ),
      ),
      bloqueo: Type.Optional(
        Type.Object(
          { id: Type.Integer() },
          { description: 'The other block in the way of a block, with SLOT_NOT_AVAILABLE.' },
        ),
      ),
      cliente: Type.Optional(
        Type.Object(
          { id: Type.Integer() },
          {
            description:
              'The customer who has the e-mail, with CUSTOMER_EXISTS, or the records of one who ' +
              'was merged, with CUSTOMER_MERGED.',
          },
        ),
      ),
      importacion: Type.Optional(
        Type.Object(
          { id: Type.Integer() },
          { description: 'The import that has not ended, with IMPORT_RUNNING.' },
        ),
      ),
      saldo: Type.Optional(
        Type.Integer({ description: 'The points that the customer has, with BALANCE_TOO_LOW.' }),
      ),
      libre_desde: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'When the time that somebody holds for a moment is free again unless they book it, ' +
            'with SLOT_NOT_AVAILABLE.',
        }),
      ),
      estado: Type.Optional(
        oneOf(
          Object.values(waitlistStateWords),
          'The state of the entry of the waitlist, with WAITLIST_NO_OFFER.',
        ),
      ),
      primera: Type.Optional(
        Type.Integer({
          description:
            'The position of the first event that is kept, with EVENTS_EXPIRED. Continue with ' +
            '`desde` one below it.',
        }),
      ),
      permiso: Type.Optional(
        oneOf(
          Object.values(permissionWords),
          'The permission that a member of staff lacks, with PERMISSION_REQUIRED.',
        ),
      ),
      resultado_desconocido: Type.Optional(
        Type.Literal(true, {
          description:
            'The request may have taken effect. With a status of 5xx; absent when it had none. ' +
            'Repeat it with the same Idempotency-Key.',
        }),
      ),
      mensaje_procesador: Type.Optional(
        Type.String({
          description: 'The message of the card processor, with CARD_DECLINED and PAYMENT_FAILED.',
        }),
      ),
      actual: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description: 'The setting as it is now, with VERSION_CONFLICT of a setting.',
        }),
      ),
      reservas: Type.Optional(
        Type.Array(ref(OrphanedBookingWire), {
          description: 'The bookings that would lose something, with WOULD_ORPHAN_BOOKINGS.',
        }),
      ),
      detalles: Type.Optional(
        Type.Array(Type.Object({ campo: Type.String(), problema: Type.String() }), {
          description: 'The problem of each invalid field, with VALIDATION_ERROR.',
        }),
      ),
    }),
  },
  { $id: 'Fallo' },
)

/** The details of an error under their wire names; details without one are not sent. */
export function serializeErrorDetails(details: Record<string, unknown>): Record<string, unknown> {
  const alternatives = details.alternatives as Alternative[] | undefined
  const obstacle = details.obstacle as BlockObstacle | null | undefined
  const waitlistState = details.waitlistState as WaitlistState | undefined
  const firstPosition = details.firstPosition as number | undefined
  const permission = details.permission as Permission | undefined
  const customerId = details.customerId as number | undefined
  const importId = details.importId as number | undefined
  const balance = details.balance as number | undefined
  const processorMessage = details.processorMessage as string | undefined
  const setting = details.setting as Setting | undefined
  const orphaned = details.orphaned as OrphanedBooking[] | undefined
  return {
    ...(alternatives && { alternativas: alternatives.map(serializeAlternative) }),
    ...(obstacle && serializeObstacle(obstacle)),
    ...(waitlistState && { estado: waitlistStateWords[waitlistState] }),
    ...(customerId && { cliente: { id: customerId } }),
    ...(importId && { importacion: { id: importId } }),
    ...(balance !== undefined && { saldo: balance }),
    ...(firstPosition && { primera: firstPosition }),
    ...(permission && { permiso: permissionWords[permission] }),
    ...(processorMessage && { mensaje_procesador: processorMessage }),
    ...(setting && { actual: serializeSetting(setting) }),
    ...(orphaned && { reservas: serializeOrphaned(orphaned) }),
    ...(details.outcomeUnknown === true && { resultado_desconocido: true }),
  }
}

function serializeObstacle(obstacle: BlockObstacle): Record<string, unknown> {
  switch (obstacle.kind) {
    case 'booking':
      return { reserva: { id: obstacle.id, codigo: obstacle.code } }
    case 'hold':
      return { libre_desde: obstacle.expiresAt.toISOString() }
    case 'block':
      return { bloqueo: { id: obstacle.id } }
  }
}
