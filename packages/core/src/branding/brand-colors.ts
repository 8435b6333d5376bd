/** The colours in which a salon's pages, widget and emails show its brand on one background. */
export interface BrandColors {
  /** Of buttons and chosen times: at least 3:1 on the background (WCAG 1.4.11). */
  fill: string
  /** Of text on `fill`, white or black: at least 4.5:1 (WCAG 1.4.3). */
  onFill: string
  /** Of links and headings on the background: at least 4.5:1 (WCAG 1.4.3). */
  text: string
}

/** Of a salon without a colour of its own. */
export const defaultBrandColor = '#1f4e5f'

export const lightBackground = '#ffffff'
export const darkBackground = '#16181d'

/** What a brand colour needs on white: with less, buttons are hard to see on the page. */
export const leastFillContrast = 3
const leastTextContrast = 4.5

/**
 * A brand colour on a background. Where its contrast is too low, it is mixed with black or white
 * until it suffices: a dark colour in dark mode, a light one as the colour of text.
 * @param color `#rrggbb`
 * @param background `#rrggbb`: white, or dark enough for white text
 */
export function brandColors(color: string, background: string = lightBackground): BrandColors {
  const fill = withContrast(color, background, leastFillContrast)
  return {
    fill,
    // one of the two always has 4.5:1: the product of both ratios is 21
    onFill: contrastRatio(white, fill) >= leastTextContrast ? white : black,
    text: withContrast(color, background, leastTextContrast),
  }
}

/** The nearest colour that has the contrast: the colour itself, or mixed with black or white. */
export function withContrast(color: string, background: string, least: number): string {
  const target = luminance(background) > middleLuminance ? black : white
  for (let percent = 0; percent < 100; percent += 2) {
    const mixed = mix(color, target, percent / 100)
    if (contrastRatio(mixed, background) >= least) return mixed
  }
  return target
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrastRatio(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const white = '#ffffff'
const black = '#000000'

/** Black and white have the same contrast on it. */
const middleLuminance = 0.179

/** The relative luminance of a colour, 0 (black) to 1 (white) (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: string, target: string, share: number): string {
  const to = channels(target)
  const mixed = channels(color).map((from, index) =>
    Math.round(from + ((to[index] ?? 0) - from) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
