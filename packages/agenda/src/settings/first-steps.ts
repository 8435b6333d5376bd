import { check } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { FirstStep } from '../api/session.ts'
import type { Host } from '../host/host.ts'
import type { SectionName } from './settings-host.ts'
import type { SettingsTexts } from './text/es.ts'

/** In their order, with the part of the settings where each is done. */
const sections: readonly (readonly [FirstStep, SectionName])[] = [
  ['horarios', 'horario'],
  ['servicios', 'servicios'],
  ['profesionales', 'personas'],
  ['pagina', 'marca'],
  ['cobros', 'pagos'],
]

/**
 * What a new salon needs, with a link to where each is done.
 *
 * @param hide null: it cannot be hidden
 */
export function firstSteps(
  host: Host,
  { start }: SettingsTexts,
  hide: (() => void) | null,
): TemplateResult {
  const { primeros_pasos: done } = host.salon
  const hints: Partial<Record<FirstStep, string>> = {
    pagina: start.pageHint,
    cobros: start.paymentsHint,
  }
  return html`<section class="first-steps" aria-labelledby="first-steps">
    <div class="first-steps-head">
      <h2 id="first-steps" class="grow">${start.title}</h2>
      ${
        hide === null
          ? nothing
          : html`<button type="button" class="secondary" @click=${hide}>${start.hide}</button>`
      }
    </div>
    <p class="muted">${start.text}</p>
    <ol class="agenda-list">
      ${sections.map(([step, section]) => {
        const query = { parte: section }
        return html`<li>
          <a
            class="row-of plain first-step ${done[step] ? 'done' : ''}"
            href=${host.href('ajustes', query)}
            @click=${(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
              event.preventDefault()
              host.go('ajustes', query)
            }}
          >
            <span class="tick" aria-hidden="true">${done[step] ? check : nothing}</span>
            <span class="grow">
              <span class="title">${start.steps[step]}</span>
              ${done[step] || !hints[step] ? nothing : html`<br /><span class="muted small">${hints[step]}</span>`}
            </span>
            <span class="muted small">${done[step] ? start.done : start.open}</span>
          </a>
        </li>`
      })}
    </ol>
  </section>`
}
