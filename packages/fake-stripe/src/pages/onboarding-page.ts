import { textOf } from '../http/params.ts'
import { escaped, sendPage } from './layout.ts'
import type { Visit } from './page.ts'

/** Where an account link leads: a button stands for all that Stripe would ask a salon. */
export function onboardingPage({
  double,
  world: state,
  id,
  params,
  isPost,
  response,
}: Visit): void {
  const account = state.shelves.accounts.get(null, id)
  if (isPost)
    double.setCardPayments(id, textOf(params, 'outcome') === 'pending' ? 'pending' : 'active')
  const returnUrl = textOf(params, 'return_url')
  const isWeb = returnUrl !== null && /^https?:\/\//.test(returnUrl)
  const back = isWeb ? `<p><a href="${escaped(returnUrl)}">Back to the platform</a></p>` : ''
  const name = account.displayName ?? account.id
  const isReady = account.cardPayments === 'active'
  sendPage(response, isReady ? name : `Connect ${name}`, `${isReady ? ready : questions}${back}`)
}

const ready = '<p role="status">This account can take cards.</p>'

const questions = `<p>Stripe would ask for the business, its people and its bank here.</p>
<form method="post"><button>Answer everything</button>
<button name="outcome" value="pending">Answer, and let it be checked for a while</button></form>`
