import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import type { Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'

type Booking = Wire['ReservaDetalle']

/** What has become different in a visit, in sentences: its state, its time, its services. */
export function visitChanges(host: Host, before: Booking, after: Booking): string[] {
  const { text, format } = host
  const { fromTo } = text.lines.conflict
  const changed = (was: string, is: string) =>
    was === is ? [] : [fill(fromTo, { before: isolated(was), after: isolated(is) })]
  const now = new Map(after.servicios.map((service) => [service.id, service]))
  const was = new Set(before.servicios.map(({ id }) => id))
  return [
    ...changed(text.states[before.estado], text.states[after.estado]),
    ...changed(whenOf(host, before), whenOf(host, after)),
    ...before.servicios.flatMap(({ id, nombre, profesional, precio }) => {
      const service = isolated(nombre)
      const is = now.get(id)
      if (!is) return [fill(text.lines.removed, { service })]
      return [
        ...changed(profesional.nombre, is.profesional.nombre),
        ...changed(format.money(precio), format.money(is.precio)),
      ].map((change) => `${service}: ${change}`)
    }),
    ...after.servicios
      .filter(({ id }) => !was.has(id))
      .map(({ nombre }) => fill(text.lines.added, { service: isolated(nombre) })),
  ]
}
