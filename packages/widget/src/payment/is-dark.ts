/** Whether text on `rgb(...)` is light: by the luminance of the colour. */
export function isDark(colour: string): boolean {
  const [red = 255, green = 255, blue = 255] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128
}
