import { html, nothing, type TemplateResult } from 'lit/html.js'
import { fill } from '../text/fill.ts'
import { isolated } from '../text/isolated.ts'
import type { ManageHost } from './view.ts'

/** For what cannot be done here. */
export function phoneLink({ salon, text }: ManageHost): TemplateResult | typeof nothing {
  if (!salon.telefono) return nothing
  return html`<p>
    <a class="call" href="tel:${salon.telefono}"
      >${fill(text.visit.call, { phone: isolated(salon.telefono_formateado) })}</a
    >
  </p>`
}
