import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SillaHost } from '../element/host.ts'

/** What both a new booking and one that was read again say of a visit. */
export type Visit = Pick<
  Wire['Reserva'],
  'codigo' | 'fecha' | 'hora_inicio' | 'hora_fin' | 'servicios' | 'descuento' | 'total'
> &
  Partial<Pick<Wire['ReservaDetalle'], 'resto' | 'senal' | 'pago_pendiente' | 'reembolso' | 'pago'>>

export type Salon = Pick<
  Wire['Negocio'],
  'id' | 'nombre' | 'telefono' | 'telefono_formateado' | 'direccion'
>

/** When, what, with whom, where, and what it costs. */
export function visitSummary(host: SillaHost, visit: Visit, salon: Salon): TemplateResult {
  const { text, format } = host
  const { paid, refunded } = amountsOf(visit)
  const isPaidInParts = paid > 0 || (visit.pago_pendiente && visit.senal)
  return html`<dl class="facts" part="summary">
    ${fact(text.visit.when, html`${timeOf(host, visit)}`)}
    ${fact(
      text.visit.what,
      html`${visit.servicios.map(
        ({ nombre, profesional, precio }) => html`<span class="line">
          <bdi>${nombre}</bdi> <bdi class="muted">${profesional.nombre}</bdi>
          <span class="end">${format.money(precio)}</span>
        </span>`,
      )}`,
    )}
    ${fact(text.visit.where, html`<bdi>${salon.nombre}</bdi><div class="muted"><bdi>${addressOf(salon)}</bdi></div>`)}
    ${visit.descuento > 0 ? fact(text.visit.deducted, html`${format.money(-visit.descuento)}`) : nothing}
    ${fact(text.visit.total, html`<span class="strong">${format.money(visit.total)}</span>`)}
    ${paid > 0 ? fact(text.visit.paid, html`${format.money(paid)}`) : nothing}
    ${refunded > 0 ? fact(text.visit.refunded, html`${format.money(refunded)}`) : nothing}
    ${isPaidInParts && visit.resto ? fact(text.visit.rest, html`${format.money(visit.resto)}`) : nothing}
    ${fact(text.visit.code, html`<bdi class="code">${visit.codigo}</bdi>`)}
  </dl>`
}

/** `Monday, 4 March, 10:00 – 10:30` */
export const timeOf = (
  { format }: SillaHost,
  { fecha, hora_inicio, hora_fin }: Pick<Visit, 'fecha' | 'hora_inicio' | 'hora_fin'>,
): TemplateResult =>
  html`<span class="strong">${format.date(fecha)}</span> <bdi
      >${format.time(hora_inicio)} – ${format.time(hora_fin)}</bdi>`

const fact = (name: string, value: TemplateResult): TemplateResult =>
  html`<div><dt class="muted">${name}</dt><dd>${value}</dd></div>`

const paidStates: readonly string[] = [
  'completado',
  'reembolsado',
  'reembolsado_parcial',
  'disputado',
  'revision',
]

function amountsOf({ pago, reembolso }: Visit): { paid: number; refunded: number } {
  return {
    paid: pago && paidStates.includes(pago.estado) ? pago.monto : 0,
    refunded: reembolso?.aplica ? reembolso.monto : 0,
  }
}

/** The address on one line; empty when the salon has none. */
export const addressOf = ({ direccion }: Pick<Salon, 'direccion'>): string =>
  [direccion.calle, [direccion.codigo_postal, direccion.ciudad].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
