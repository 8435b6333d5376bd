import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Catalog } from '../host/catalog.ts'

/** The categories of services, each with its colour. */
export function legend({ services, hueOf }: Catalog): TemplateResult | typeof nothing {
  const categories = new Map(services.map(({ id, categoria }) => [categoria.nombre, hueOf(id)]))
  if (categories.size < 2) return nothing
  return html`<ul class="legend">
    ${[...categories].map(
      ([name, hue]) => html`<li .style="--hue:var(--hue-${hue})"><bdi>${name}</bdi></li>`,
    )}
  </ul>`
}
