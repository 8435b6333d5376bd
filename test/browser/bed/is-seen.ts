import type { Locator } from 'playwright-core'

/** Whether a part can be pressed where it is, without scrolling to it. */
export const isSeen = async (part: Locator): Promise<boolean> => {
  await part.waitFor()
  return part.evaluate((each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return each.contains(each.ownerDocument.elementFromPoint(left + width / 2, top + height / 2))
  })
}
