import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fail } from '@silla/errors'
import type { Peppers } from './peppers.ts'

/**
 * Tokens that prove that a change was previewed with the same content a short time ago (D79). Each preview
 * gets another one, and they are stored nowhere.
 */
export interface PreviewTokens {
  /**
   * @param change what was previewed: equal texts are the same change
   * @param now of real time
   */
  create(businessId: string, change: string, now: Date): string
  /** @throws PREVIEW_REQUIRED when the token is that of another change, or older than ten minutes */
  verify(businessId: string, change: string, token: string, now: Date): void
}

export function openPreviewTokens(peppers: Peppers): PreviewTokens {
  const macWith = (pepper: string, businessId: string, change: string, head: string) =>
    createHmac('sha256', pepper).update(`preview ${businessId} ${head} ${change}`).digest()

  return {
    create(businessId, change, now) {
      const expiresAt = Math.floor(now.getTime() / 1000) + previewSeconds
      const head = `${expiresAt.toString(36)}.${randomBytes(6).toString('base64url')}`
      const mac = macWith(peppers[0], businessId, change, head).toString('base64url')
      return `${head}.${mac}`
    },
    verify(businessId, change, token, now) {
      const [, head = '', expiry = '', mac = ''] = tokenShape.exec(token) ?? []
      const given = Buffer.from(mac, 'base64url')
      const isExpected = (expected: Buffer) =>
        given.length === expected.length && timingSafeEqual(given, expected)
      const isLive = Number.parseInt(expiry, 36) * 1000 > now.getTime()
      const isKnown = peppers.some((pepper) =>
        isExpected(macWith(pepper, businessId, change, head)),
      )
      if (!isLive || !isKnown) fail('PREVIEW_REQUIRED')
    },
  }
}

const previewSeconds = 600
const tokenShape = /^(([0-9a-z]{1,10})\.[\w-]{8})\.([\w-]{43})$/
