/**
 * What people recognize a browser by: "Firefox, Windows". Only for them; nothing depends on it.
 *
 * @param userAgent what the browser says about itself
 */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const names = [browsers, systems].flatMap(
    (known) => known.find(([pattern]) => pattern.test(text))?.[1] ?? [],
  )
  return names.join(', ') || 'API'
}

// in this order, because browsers name others too
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]
