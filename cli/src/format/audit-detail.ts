import type { Change } from '@silla/core/provisioning/plan'

/**
 * What exactly was changed, in one line: `jobId 17, task send-mail`; of many changes the first
 * ones.
 */
export const auditDetail = (detail: object): string =>
  Object.entries(detail)
    .map(([name, fact]) => `${name} ${told(fact)}`)
    .join(', ')

function told(fact: unknown): string {
  if (Array.isArray(fact)) return listed(fact.map(told))
  if (typeof fact !== 'object' || fact === null) return String(fact ?? '') || '-'
  return isChange(fact) ? changeText(fact) : auditDetail(fact)
}

const listed = (facts: string[]): string =>
  facts.length > toldOfMany
    ? `${facts.slice(0, toldOfMany).join('; ')}; and ${facts.length - toldOfMany} more`
    : facts.join('; ') || '-'

const toldOfMany = 3

const isChange = (fact: object): fact is Change => 'area' in fact && 'kind' in fact

function changeText({ area, kind, name, fields }: Change): string {
  const changed = fields.length === 0 ? '' : `(${fields.map(({ field }) => field).join(', ')})`
  return [area, name, kind, changed].filter((part) => part !== '').join(' ')
}
