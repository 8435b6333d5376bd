import { brandColors, contrastRatio, defaultBrandColor } from '@silla/core'

/** The colours of an email, in light and in dark mode. */
export interface MailColors {
  /** Of the band with the logo or the name, as the salon chose it. */
  brand: string
  onBrand: string
  light: Colors & { footerLink: string }
  dark: Colors
}

interface Colors {
  /** Around the message. */
  page: string
  card: string
  text: string
  muted: string
  /** Of lines between rows. */
  rule: string
  button: string
  onButton: string
  link: string
}

/**
 * Neutral colours with the salon's own one, as far as it can be read: each pair of text and
 * background has a contrast of 4.5:1.
 *
 * @param brandColor `#rrggbb`; null: the platform's
 */
export function mailColors(brandColor: string | null): MailColors {
  const color = brandColor ?? defaultBrandColor
  const light = { page: '#f4f4f5', card: '#ffffff', text: '#18181b', muted: '#52525b' }
  const dark = { page: '#0f1012', card: '#1b1c20', text: '#f4f4f5', muted: '#b4b4bb' }
  return {
    brand: color,
    // one of the two always has 4.5:1: the product of both ratios is 21
    onBrand: contrastRatio('#ffffff', color) >= 4.5 ? '#ffffff' : '#000000',
    light: {
      ...{ ...light, rule: '#e4e4e7' },
      ...branded(color, light.card),
      footerLink: brandColors(color, light.page).text,
    },
    dark: { ...dark, rule: '#3f3f46', ...branded(color, dark.card) },
  }
}

function branded(color: string, background: string) {
  const { fill, onFill, text } = brandColors(color, background)
  return { button: fill, onButton: onFill, link: text }
}
