import type { Desk, DeskAgenda, DeskPerson, RegisteredDevice, StaffDevice } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { formatDate, formatTime, wallClock } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { stateWords } from './booking.ts'
import { type Locale, localize } from './localize.ts'
import { closed, identifier, text } from './schema.ts'

// The shared devices of a salon, and signing in there with a PIN (D64).

export const DeviceWire = closed(
  { nombre: text('By which the salon recognizes it') },
  { description: 'A shared device' },
)

export const PinWire = closed({ pin: text('4 to 8 digits') }, { description: 'A PIN' })

export const DeskSignInWire = closed(
  { persona_id: identifier('Who signs in'), pin: Type.Index(PinWire, ['pin']) },
  { description: 'A person and their PIN' },
)

const maxDeviceName = 60

export function parseDeviceName({ nombre }: Static<typeof DeviceWire>): string {
  const problems: FieldProblem[] = []
  const rule = { maxLength: maxDeviceName, required: true }
  const name = parseBodyText('nombre', nombre, rule, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return name
}

/** 4 to 8 digits, in whatever script they were typed. */
export function parsePin({ pin }: { pin: string }): string {
  const digits = pin.trim().replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
  if (!/^[0-9]{4,8}$/.test(digits))
    fail('VALIDATION_ERROR', { problems: [{ field: 'pin', problem: 'bad_pin' }] })
  return digits
}

/** Digits of a script are ten characters in order; those of Arabic and Persian are 0 to 9 from here. */
function digitValue(digit: string): number | string {
  const code = digit.codePointAt(0) ?? 0
  const zero = [0x30, 0x660, 0x6f0].find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : code - zero
}

/** @param withToken for an app; a browser gets the token as a cookie */
export const serializeRegisteredDevice = (
  { id, token, expiresAt }: RegisteredDevice,
  withToken: boolean,
) => ({ id, caduca_en: expiresAt.toISOString(), ...(withToken && { token }) })

export const serializeDevice = (device: StaffDevice) => ({
  id: device.id,
  nombre: device.name,
  registrado_por: device.registeredBy,
  registrado_en: device.registeredAt.toISOString(),
  visto_en: device.lastSeenAt.toISOString(),
  caduca_en: device.expiresAt.toISOString(),
})

/** What a shared device shows before somebody signs in. */
export const serializeDesk = (
  { deviceId, name }: Desk,
  salonName: string,
  people: readonly DeskPerson[],
  agenda: DeskAgenda,
  locale: Pick<Locale, 'text' | 'main'>,
) => ({
  dispositivo: { id: deviceId, nombre: name },
  negocio: { nombre: salonName },
  personas: people.map(({ id, firstName, initials }) => ({
    id,
    nombre: firstName,
    iniciales: initials,
  })),
  agenda: {
    fecha: formatDate(agenda.day),
    profesionales: agenda.team.map(({ name: professional, services }) => ({
      nombre: professional,
      citas: services.map(({ start, end, name: service, initials, state }) => ({
        hora_inicio: timeAt(start, agenda.timezone),
        hora_fin: timeAt(end, agenda.timezone),
        servicio: localize(service, locale),
        iniciales: initials,
        estado: stateWords[state],
      })),
    })),
  },
})

/** @param minute since 1970 */
const timeAt = (minute: number, timezone: string): string =>
  formatTime(wallClock(new Date(minute * 60_000), timezone).minute)
