/** `812 kB`, `1.4 GB`, in powers of 1000. */
export function formatBytes(bytes: number): string {
  const [unit, size] = units.find(([, each]) => bytes >= each) ?? ['B', 1]
  const value = bytes / size
  return `${value < 10 && unit !== 'B' ? value.toFixed(1) : Math.round(value)} ${unit}`
}

const units: [string, number][] = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
]
