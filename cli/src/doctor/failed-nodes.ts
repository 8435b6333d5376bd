import type { UnavailableBusiness } from '@silla/core'
import { formatList } from '@silla/core/text'
import { type Finding, problem } from './finding.ts'

/** A problem for each node of a cluster that did not respond, with the salons that it has. */
export function failedNodes(unavailable: readonly UnavailableBusiness[]): Finding[] {
  const slugsByNode = Map.groupBy(unavailable, ({ node }) => node)
  return [...slugsByNode].map(([node, businesses]) => {
    const slugs = businesses.map(({ slug }) => slug).sort()
    return problem(
      'nodes',
      `The node ${node} does not respond. Its salons are not available and were not checked: ` +
        `${formatList(slugs, 'salons')}.`,
      'Start the node, or fail over to its standby. silla db nodes lists all of them.',
    )
  })
}
