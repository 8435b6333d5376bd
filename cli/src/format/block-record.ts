import type { Block, Settings } from '@silla/core'
import { formatLocalTime, textIn } from '../text/values.ts'
import { table } from './table.ts'

/** A block in the output of --json. */
export interface BlockRecord extends Omit<Block, 'resource'> {
  /** Null if a professional is blocked; its name is in the salon's main language. */
  resource: { handle: string; name: string; unitNumber: number | null } | null
  /** In the salon's time zone: `2027-06-30 16:00`. */
  from: string
  /** In the salon's time zone; the block ends before this minute. */
  to: string
}

export function blockRecord(
  block: Block,
  { timezone, mainLanguage }: Pick<Settings, 'timezone' | 'mainLanguage'>,
): BlockRecord {
  const { resource } = block
  return {
    ...block,
    resource: resource && { ...resource, name: textIn(resource.name, mainLanguage) },
    from: formatLocalTime(block.startsAt, timezone),
    to: formatLocalTime(block.endsAt, timezone),
  }
}

/** The professional, or the resource with its unit: `Marta`, `Lavabo 2`. */
export const blockedName = ({ professional, resource }: BlockRecord): string =>
  professional?.name ?? [resource?.name, resource?.unitNumber].filter(Boolean).join(' ')

/** `2027-06-30 16:00 to 2027-06-30 18:30` */
export const blockTime = ({ from, to }: BlockRecord): string => `${from} to ${to}`

export const blockTable = (blocks: readonly BlockRecord[]): string =>
  table(
    ['Id', 'Who or what', 'From', 'To', 'Reason'],
    blocks.map((block) => [
      String(block.id),
      blockedName(block),
      block.from,
      block.to,
      block.reason,
    ]),
  )
