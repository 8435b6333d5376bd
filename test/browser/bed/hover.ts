import type { Page } from 'playwright-core'

interface Node {
  nodeId: number
  nodeName: string
  children?: Node[]
  shadowRoots?: Node[]
}

/** What looks different under the pointer. */
const hoverable = new Set(['A', 'BUTTON', 'SUMMARY', 'LABEL', 'INPUT', 'SELECT', 'TD'])

/** Runs `check` while every control of the page looks as it does under the pointer. */
export async function whileHovered(page: Page, check: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
    for (const nodeId of controlsOf(root as Node))
      await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['hover'] })
    await check()
  } finally {
    // the end of the session ends the forced states
    await session.detach()
  }
}

function controlsOf({ nodeId, nodeName, children = [], shadowRoots = [] }: Node): number[] {
  const inside = [...shadowRoots, ...children].flatMap(controlsOf)
  return hoverable.has(nodeName.toUpperCase()) ? [nodeId, ...inside] : inside
}
