import type { BusinessClock } from '@silla/core'
import { formatLocalTime } from '../text/values.ts'

/** `barberia-demo: 2027-03-28 01:30 (Europe/Madrid), 126 d 9 h 30 min ahead of real time` */
export const clockText = ({ slug, timezone, now, aheadMilliseconds }: BusinessClock): string =>
  `${slug}: ${formatLocalTime(now, timezone)} (${timezone}), ` +
  (aheadMilliseconds === 0 ? 'real time' : `${durationText(aheadMilliseconds)} ahead of real time`)

function durationText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000))
  const parts: [amount: number, unit: string][] = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ]
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ')
}
