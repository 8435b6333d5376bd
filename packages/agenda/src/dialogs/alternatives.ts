import type { Failure } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'

interface Alternative {
  fecha: string
  hora_inicio: string
  peluquero_id: number
}

/** Other free times that the API names when one is taken: each a button. */
export function alternatives(
  host: Host,
  { refusal }: Failure,
  choose: (alternative: Alternative) => void,
): TemplateResult | typeof nothing {
  const found = refusal?.alternativas ?? []
  if (found.length === 0) return nothing
  return html`<div class="actions">
    ${found.map((alternative) => {
      const { fecha, hora_inicio, peluquero_id } = alternative
      const who = host.professionals().find(({ id }) => id === peluquero_id)
      return html`<button type="button" class="secondary" @click=${() => choose(alternative)}>
        ${host.format.shortDate(fecha)} <bdi dir="ltr">${host.format.time(hora_inicio)}</bdi>
        <bdi>${who?.nombre}</bdi>
      </button>`
    })}
  </div>`
}
