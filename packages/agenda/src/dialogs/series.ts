import type { Wire } from '@silla/client'
import { isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { select } from './fields.ts'

export type Scope = 'esta' | 'siguientes'

/** Whether a change is about one visit of a series or also those that follow. */
export const scopeChoice = (
  { text }: Host,
  value: Scope,
  changed: (scope: Scope) => void,
): TemplateResult =>
  select({
    label: text.series.scope,
    value,
    choices: [
      { value: 'esta', label: text.series.this },
      { value: 'siguientes', label: text.series.following },
    ],
    changed: (chosen) => changed(chosen as Scope),
  })

/** What becomes, or would become, of each visit of a series. */
export function seriesList(
  { text, format }: Host,
  visits: readonly Wire['VisitaDeSerie'][] | null,
): TemplateResult | typeof nothing {
  if (visits === null) return nothing
  const reasons: Record<string, string> = text.series.refused
  return html`<ul class="lines-of dates">
    ${visits.map(
      ({ fecha, hora_inicio, total, reembolso, codigo_motivo }) => html`<li>
        <span class="grow"
          >${format.shortDate(fecha)} <bdi dir="ltr">${isolated(format.time(hora_inicio))}</bdi></span
        >
        ${
          codigo_motivo
            ? html`<span class="error">${reasons[codigo_motivo] ?? text.series.impossible}</span>`
            : html`<span class="muted">${format.money(reembolso || (total ?? 0))}</span>`
        }
      </li>`,
    )}
  </ul>`
}
