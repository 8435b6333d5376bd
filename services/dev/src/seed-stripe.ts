import { connectAccount, listAccounts, type SecretsKeys, setupWebhook } from '@silla/core'
import { openPool } from '@silla/db'
import { openProcessors } from '@silla/payments-stripe'
import type { DemoBusiness } from './demo-file.ts'
import type { DevProcessor } from './setup-processor.ts'

/**
 * Connects the demo businesses that accept online payments to accounts at the fake Stripe, and sets
 * up the webhook. With a real processor the operator does this (docs/payments.md): it cannot reach
 * 127.0.0.1, and its accounts belong to real owners.
 */
export async function seedStripe(
  { settings, fakeStripe }: DevProcessor,
  demo: {
    adminUrl: string
    baseUrl: string
    businesses: readonly DemoBusiness[]
    secretsKeys: SecretsKeys
  },
): Promise<void> {
  if (fakeStripe === null) return
  const admin = openPool({ url: demo.adminUrl, max: 1, name: 'silla-demo-processor' })
  const processors = openProcessors(settings)
  try {
    for (const { slug, account, earlier } of await listAccounts(admin)) {
      const takesPayments = demo.businesses.some(
        (business) => business.slug === slug && business.takesPayments,
      )
      // a business that staff disconnected stays disconnected
      if (!takesPayments || (account === null && earlier.length > 0)) continue
      const accountId = account ?? `acct_demo${slug.replaceAll('-', '')}`
      if (!fakeStripe.accounts().some(({ id }) => id === accountId))
        fakeStripe.addAccount({ id: accountId, displayName: slug })
      if (account === null) await connectAccount(admin, processors, connectInput(slug, accountId))
    }
    const webhook = { baseUrl: demo.baseUrl, rotate: false, onlyThis: true }
    await setupWebhook(admin, { processors, secretsKeys: demo.secretsKeys }, webhook)
  } finally {
    await admin.end()
  }
}

const connectInput = (slug: string, account: string) => ({
  slug,
  account,
  returnUrl: null,
  publicUrl: null,
  feeBasisPoints: null,
})
