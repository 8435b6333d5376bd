import { html, type TemplateResult } from 'lit'
import { SillaElement } from '../element/silla-element.ts'

/** `<silla-manage key="silla_pub_..." code="...">`: a booking, to see, move or cancel. */
class SillaManage extends SillaElement {
  static override properties = { ...SillaElement.properties, code: {} }

  declare code: string | null

  protected override async prepare(): Promise<void> {}

  protected override content(): TemplateResult {
    return html``
  }

  protected override skeleton(): TemplateResult {
    return html``
  }
}

if (!customElements.get('silla-manage')) customElements.define('silla-manage', SillaManage)
