/** What exactly was changed, in one line: `jobId 17, task send-mail`; of many changes the first ones. */
export const auditDetail = (detail: object): string =>
  Object.entries(detail)
    .map(([name, fact]) => `${name} ${told(fact)}`)
    .join(', ')

function told(fact: unknown): string {
  if (Array.isArray(fact)) return listed(fact.map(told))
  if (typeof fact !== 'object' || fact === null) return String(fact ?? '-')
  return isChange(fact) ? changeText(fact) : auditDetail(fact)
}

const listed = (facts: string[]): string =>
  facts.length > toldOfMany
    ? `${facts.slice(0, toldOfMany).join('; ')}; and ${facts.length - toldOfMany} more`
    : facts.join('; ') || '-'

const toldOfMany = 3

/** A change of a salon's file, as its plan tells it. */
interface FileChange {
  area: string
  kind: string
  name: string
  fields: string[]
}

const isChange = (fact: object): fact is FileChange => 'area' in fact && 'kind' in fact

const changeText = ({ area, kind, name, fields }: FileChange): string =>
  [area, name, kind, fields.length > 0 ? `(${fields.join(', ')})` : ''].filter((part) => part !== '').join(' ')
