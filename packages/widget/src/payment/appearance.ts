import type { Appearance } from '@stripe/stripe-js'
import { isDark } from './is-dark.ts'

/** The look of the element for the processor's form, which is in a frame and inherits nothing. */
export function appearanceOf(element: HTMLElement): Appearance {
  const style = getComputedStyle(element)
  const surface = colourOf(element, '--surface')
  return {
    theme: isDark(surface) ? 'night' : 'stripe',
    variables: {
      colorPrimary: colourOf(element, '--accent'),
      colorBackground: surface,
      colorText: colourOf(element, '--ink'),
      colorDanger: colourOf(element, '--error'),
      fontFamily: style.fontFamily,
      fontSizeBase: style.fontSize,
      borderRadius: style.getPropertyValue('--radius').trim(),
    },
  }
}

/** A colour of the styles as `rgb(...)`: the processor knows no variables. */
function colourOf(element: HTMLElement, property: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${property})`
  element.shadowRoot?.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
