import { connectAccount, listAccounts, setupWebhook } from '@silla/core'
import { openPool } from '@silla/db'
import { openProcessors } from '@silla/payments-stripe'
import type { DemoBusiness } from './demo-file.ts'
import type { DevProcessor } from './setup-processor.ts'

/**
 * Gives the demo businesses that want to be paid online an account at the practice processor, and
 * has its events sent to us. With a real processor this is the operator's to do (docs/payments.md):
 * it reaches nobody at 127.0.0.1, and accounts there have owners.
 */
export async function seedStripe(
  { settings, practice }: DevProcessor,
  demo: {
    adminUrl: string
    baseUrl: string
    businesses: readonly DemoBusiness[]
    secretsKey: Buffer
  },
): Promise<void> {
  if (practice === null) return
  const admin = openPool({ url: demo.adminUrl, max: 1, name: 'silla-demo-processor' })
  const processors = openProcessors(settings)
  try {
    for (const { slug, account, earlier } of await listAccounts(admin)) {
      const wantsToBePaid = demo.businesses.some(
        (business) => business.slug === slug && business.takesPayments,
      )
      // one that was let go stays let go
      if (!wantsToBePaid || (account === null && earlier.length > 0)) continue
      const its = account ?? `acct_demo${slug.replaceAll('-', '')}`
      if (!practice.accounts().some(({ id }) => id === its))
        practice.addAccount({ id: its, displayName: slug })
      if (account === null) await connectAccount(admin, processors, connectAsk(slug, its))
    }
    const input = { baseUrl: demo.baseUrl, rotate: false, onlyThis: true }
    await setupWebhook(admin, { processors, secretsKey: demo.secretsKey }, input)
  } finally {
    await admin.end()
  }
}

const connectAsk = (slug: string, account: string) => ({
  slug,
  account,
  returnUrl: null,
  feeBasisPoints: null,
})
