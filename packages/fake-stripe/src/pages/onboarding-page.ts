import { textOf } from '../http/params.ts'
import type { PageRequest } from './page.ts'
import { escaped, sendPage } from './page.ts'

/** The page of an account link; a button stands for all questions of Stripe's onboarding. */
export function onboardingPage(request: PageRequest): void {
  const { fakeStripe, state, id, params, isPost, response } = request
  const account = state.collections.accounts.get(null, id)
  if (isPost)
    fakeStripe.setCardPayments(id, textOf(params, 'outcome') === 'pending' ? 'pending' : 'active')
  const returnUrl = textOf(params, 'return_url')
  const isWeb = returnUrl !== null && /^https?:\/\//.test(returnUrl)
  const back = isWeb ? `<p><a href="${escaped(returnUrl)}">Back to the platform</a></p>` : ''
  const name = account.displayName ?? account.id
  const isReady = account.cardPayments === 'active'
  sendPage(response, isReady ? name : `Connect ${name}`, `${isReady ? ready : form}${back}`)
}

const ready = '<p role="status">This account can charge cards.</p>'

const form = `<p>Stripe requests the details of the business, its people and its bank here.</p>
<form method="post"><button>Complete the onboarding</button>
<button name="outcome" value="pending">Complete it; verification stays pending</button></form>`
