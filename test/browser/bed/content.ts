import type { Page } from 'playwright-core'

/**
 * Everything on a page but its colours, to compare two looks of it: each element, also inside of shadow
 * roots, with its attributes, its state, its own text, its place and whether it is seen.
 */
export const contentOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const lines = [innerWidth]
    const visit = (element) => {
      const { localName, attributes, value, checked, disabled, shadowRoot } = element
      const { x, y, width, height } = element.getBoundingClientRect()
      const { display, visibility, opacity } = getComputedStyle(element)
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      lines.push(JSON.stringify([
        localName, [...attributes].map((attribute) => [attribute.name, attribute.value]),
        value, checked, disabled, texts.map(({ data }) => data),
        x, y, width, height, display, visibility, opacity,
      ]))
      for (const child of [...(shadowRoot?.children ?? []), ...element.children]) visit(child)
    }
    visit(document.documentElement)
    return lines.join('\\n')
  })()`)
