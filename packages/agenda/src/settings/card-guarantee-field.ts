import { html, nothing, type TemplateResult } from 'lit/html.js'
import { checkbox, field } from '../dialogs/fields.ts'
import { type Draft, numberOf } from './draft.ts'
import type { Saving } from './saving.ts'
import type { SettingsHost } from './settings-host.ts'

/** As the API has it; what is no number is refused by the API, at its field. */
interface Guarantee {
  no_show: number | string | null
  cancelacion_tardia: number | string | null
  solo_clientes_nuevos?: boolean
  desde_total?: number | string | null
}

interface Parts {
  settings: SettingsHost
  draft: Draft
  saving: Saving
}

const name = 'garantia_tarjeta'

/**
 * The card that customers leave, and what may be charged to it in percent (D50).
 *
 * @param options.ofService it replaces the parts of the salon, and not of whom a card is wanted
 */
export function cardGuaranteeField(
  { settings, draft, saving }: Parts,
  { ofService }: { ofService: boolean },
): TemplateResult {
  const { host, words } = settings
  const guarantee = draft.get<Guarantee | null | undefined>(name) ?? null
  const put = (value: Guarantee | null) => {
    draft.set(name, value)
    host.requestUpdate()
  }
  const change = (values: Partial<Guarantee>) => guarantee && put({ ...guarantee, ...values })
  const problem = saving.problemOf(name)
  const number = (key: 'no_show' | 'cancelacion_tardia' | 'desde_total') =>
    field({
      label: words.guarantee[key],
      value: `${guarantee?.[key] ?? ''}`,
      inputMode: key === 'desde_total' ? 'decimal' : 'numeric',
      problem: saving.problemOf(`${name}.${key}`),
      changed: (text) => change({ [key]: numberOf(text) }),
    })
  return html`<fieldset>
    <legend>${words.fields.garantia_tarjeta}</legend>
    ${checkbox({
      label: ofService ? words.guarantee.own : words.guarantee.wanted,
      checked: guarantee !== null,
      changed: (isWanted) => put(isWanted ? (ofService ? parts : policy) : null),
    })}
    ${
      guarantee
        ? html`${number('no_show')}${number('cancelacion_tardia')}
          ${
            ofService
              ? nothing
              : html`${number('desde_total')}
                ${checkbox({
                  label: words.guarantee.solo_clientes_nuevos,
                  checked: guarantee.solo_clientes_nuevos === true,
                  changed: (solo_clientes_nuevos) => change({ solo_clientes_nuevos }),
                })}`
          }`
        : nothing
    }
    ${problem ? html`<p class="error" role="alert">${problem}</p>` : nothing}
    <p class="muted small">${ofService ? words.guarantee.ownHint : words.guarantee.hint}</p>
  </fieldset>`
}

const parts = { no_show: 100, cancelacion_tardia: 50 }
const policy = { ...parts, solo_clientes_nuevos: false, desde_total: 0 }

/** In words: `100 % / 50 %`. */
export const guaranteeText = ({ host }: SettingsHost, value: unknown): string => {
  const { no_show, cancelacion_tardia } = value as Guarantee
  const percent = (part: Guarantee['no_show']) => `${host.format.number(Number(part))} %`
  return `${percent(no_show)} / ${percent(cancelacion_tardia)}`
}
