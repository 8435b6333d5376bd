import { fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { field } from '../dialogs/fields.ts'
import { type Draft, numberOf } from './draft.ts'
import type { Saving } from './saving.ts'
import type { SettingsHost } from './settings-host.ts'

interface Phase {
  tipo: string
  /** What is no number is refused by the API, at its field. */
  minutos: number | string | null
}

interface Parts {
  settings: SettingsHost
  draft: Draft
  saving: Saving
}

/** How long a service takes: its length, or work and waits in turn, whose sum is the length. */
export function phasesField({ settings, draft, saving }: Parts): TemplateResult {
  const { host, words } = settings
  const phases = draft.get<Phase[]>('fases')
  const put = (changed: Phase[]) => {
    draft.set('fases', changed)
    draft.set('duracion_minutos', sumOf(changed))
    host.requestUpdate()
  }
  const isWhole = phases.length === 1
  const problem = saving.problemOf('duracion_minutos') ?? saving.problemIn('fases')
  const total = sumOf(phases)
  return html`<div class="phases">
    <div class="row">
      ${phases.map(({ tipo, minutos }, index) =>
        field({
          label: isWhole
            ? words.fields.duracion_minutos
            : tipo === 'espera'
              ? words.phases.wait
              : words.phases.work,
          value: `${minutos ?? ''}`,
          inputMode: 'numeric',
          problem: index === 0 ? problem : null,
          changed: (text) =>
            put(
              phases.map((own, at) => (at === index ? { ...own, minutos: numberOf(text) } : own)),
            ),
        }),
      )}
    </div>
    <div class="actions">
      ${
        phases.length < mostPhases
          ? html`<button
              type="button"
              class="secondary"
              @click=${() => put([...phases, { tipo: 'espera', minutos: 30 }, { tipo: 'trabajo', minutos: 15 }])}
            >
              ${words.phases.addWait}
            </button>`
          : nothing
      }
      ${
        isWhole
          ? nothing
          : html`<button type="button" class="secondary" @click=${() => put(phases.slice(0, -2))}>
              ${words.phases.removeWait}
            </button>`
      }
    </div>
    ${
      isWhole || typeof total !== 'number'
        ? nothing
        : html`<p class="muted">${fill(words.phases.total, { time: host.format.duration(total) })}</p>`
    }
  </div>`
}

const mostPhases = 9

const sumOf = (phases: readonly Phase[]): number | string | null => {
  const minutes = phases.map(({ minutos }) => minutos)
  const wrong = minutes.find((each) => typeof each !== 'number')
  return wrong === undefined ? (minutes as number[]).reduce((sum, each) => sum + each, 0) : wrong
}

/** The fields of a request: unbroken work has its length alone. */
export function withPhases(values: Record<string, unknown>): Record<string, unknown> {
  const { fases, ...others } = values
  if (!Array.isArray(fases)) return values
  return { ...others, fases: fases.length === 1 ? null : fases }
}
