import type { SupportAccess, SupportState } from '@silla/core'
import type { Static } from 'typebox'
import { closed, flag, identifier, nullable, oneOf, text, timestamp } from './schema.ts'

// Access of the platform's support to a salon, as its owners see it (D66).

const stateWords: Readonly<Record<SupportState, string>> = {
  requested: 'solicitado',
  approved: 'aprobado',
  refused: 'rechazado',
  expired: 'caducado',
  ended: 'terminado',
}

const scopeOf = (canWrite: boolean) => (canWrite ? 'escritura' : 'lectura')

export const SupportAccessWire = closed(
  {
    id: identifier('The access'),
    estado: oneOf(
      Object.values(stateWords),
      '`solicitado`: it waits for an owner; `caducado`: nobody decided within 24 hours',
    ),
    solicitado_por: text('The operator of the platform'),
    motivo: text('Why, as they wrote it'),
    alcance: oneOf(['lectura', 'escritura'], 'To read, or to change something too'),
    emergencia: flag('It needed no approval'),
    solicitado_en: timestamp('When it was requested'),
    aprobado_en: nullable(timestamp('When it was approved; null when it was not')),
    aprobado_por: nullable(text('Name of the owner who approved it; null when nobody did')),
    entrada_en: nullable(timestamp('When support got its token; null when it has not')),
    caduca_en: timestamp('When the request, or once approved the access, runs out'),
    terminado_en: nullable(timestamp('When it was ended before; null when it was not')),
    terminado_por: nullable(text('Name of the owner who ended it; null: nobody, or support')),
  },
  { $id: 'AccesoSoporte', description: "Access of the platform's support to the salon" },
)

export const supportComponents = [SupportAccessWire]

export const serializeSupport = (access: SupportAccess): Static<typeof SupportAccessWire> => ({
  id: access.id,
  estado: stateWords[access.state],
  solicitado_por: access.requestedBy,
  motivo: access.reason,
  alcance: scopeOf(access.canWrite),
  emergencia: access.isEmergency,
  solicitado_en: access.requestedAt.toISOString(),
  aprobado_en: access.approvedAt?.toISOString() ?? null,
  aprobado_por: access.approverName,
  entrada_en: access.enteredAt?.toISOString() ?? null,
  caduca_en: access.expiresAt.toISOString(),
  terminado_en: access.endedAt?.toISOString() ?? null,
  terminado_por: access.enderName,
})

/** An access that is in use, for the banner that everybody in the salon sees. */
export const serializeSupportInside = ({
  id,
  requestedBy,
  canWrite,
  expiresAt,
}: SupportAccess) => ({
  id,
  solicitado_por: requestedBy,
  alcance: scopeOf(canWrite),
  caduca_en: expiresAt.toISOString(),
})
