import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { people } from '../style/icons.ts'

/** Which professionals are shown; none chosen: all. */
export function peopleFilter(
  host: Host,
  { chosen, choose }: { chosen: readonly number[]; choose: (ids: readonly number[]) => void },
): TemplateResult | typeof nothing {
  const all = host.professionals()
  if (all.length < 2) return nothing
  const { text, format } = host
  const toggle = (id: number) =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return html`<button type="button" class="secondary with-icon" popovertarget="people">
      ${people}${chosen.length === 0 ? html`<span class="label">${text.filter.all}</span>` : format.count(text.filter.some, chosen.length)}
    </button>
    <div id="people" popover class="menu">
      ${all.map(
        ({ id, nombre }) => html`<label class="check">
          <input type="checkbox" .checked=${chosen.includes(id)} @change=${() => toggle(id)} />
          <bdi>${nombre}</bdi>
        </label>`,
      )}
      ${chosen.length > 0 ? html`<button type="button" class="secondary" @click=${() => choose([])}>${text.filter.all}</button>` : nothing}
    </div>`
}
