import { requiredText, textOf } from '../http/params.ts'
import type { PageRequest } from './page.ts'
import { sendPage } from './page.ts'

/**
 * The page of an account link; a button stands for all questions of Stripe's onboarding. A link that
 * was opened before, or has expired, leads to its `refresh_url`, and an answered one to its `return_url`.
 */
export function onboardingPage(request: PageRequest): void {
  const { fakeStripe, state, id, params, isPost, response } = request
  const account = state.collections.accounts.get(null, id)
  const link = state.collections.accountLinks.get(id, requiredText(params, 'link'))
  const redirect = (location: string) => response.writeHead(303, { location }).end()
  if (isPost) {
    const outcome = outcomes[textOf(params, 'outcome') ?? 'ready'] ?? outcomes.ready
    fakeStripe.setCardPayments(id, outcome.cardPayments, outcome.missing)
    if (link.returnUrl !== null) {
      redirect(link.returnUrl)
      return
    }
  } else if (link.isVisited || state.now() >= link.expiresAt) {
    redirect(link.refreshUrl)
    return
  }
  link.isVisited = true
  const name = account.displayName ?? account.id
  const isReady = account.cardPayments === 'active'
  sendPage(response, isReady ? name : `Connect ${name}`, isReady ? ready : form)
}

interface Outcome {
  cardPayments: 'active' | 'pending' | 'restricted'
  missing?: string[]
}

const outcomes: { ready: Outcome } & Record<string, Outcome> = {
  ready: { cardPayments: 'active' },
  pending: { cardPayments: 'pending' },
  incomplete: { cardPayments: 'restricted', missing: ['external_account'] },
}

const ready = '<p role="status">This account can charge cards.</p>'

const form = `<p>Stripe requests the details of the business, its people and its bank here.</p>
<form method="post"><button>Complete the onboarding</button>
<button name="outcome" value="pending">Complete it; verification stays pending</button>
<button name="outcome" value="incomplete">Go back without the bank account</button></form>`
