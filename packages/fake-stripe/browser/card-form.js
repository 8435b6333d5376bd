import { applyAppearance, openRoot } from './style.js'
import { texts } from './texts.js'

/**
 * The form of the payment element. It begins filled in with a card that is accepted; the other test
 * cards are in a list, or typed.
 *
 * @param options.isSetup the card is saved, and nothing is paid
 */
export function createCardForm(host, { locale, appearance, isSetup, onChange, onFocus, onBlur }) {
  const words = texts[locale]
  const container = openRoot(host, locale)
  applyAppearance(host, appearance)
  const fieldset = make('fieldset', {}, [
    make('legend', { textContent: words.legend }),
    make('p', { className: 'note', textContent: words.note }),
  ])
  const select = make('select', { id: 'test-card' })
  for (const [number, outcome] of Object.entries(isSetup ? words.setupCards : words.cards))
    select.append(make('option', { value: number, textContent: `${spaced(number)}: ${outcome}` }))
  fieldset.append(
    make('div', {}, [make('label', { htmlFor: 'test-card', textContent: words.testCard }), select]),
  )
  const number = field('number', { autocomplete: 'cc-number', value: spaced(acceptedCard) })
  const expiry = field('expiry', { autocomplete: 'cc-exp', value: '12/34' })
  const cvc = field('cvc', { autocomplete: 'cc-csc', value: '123' })
  const fields = { number, expiry, cvc }
  fieldset.append(number.block, make('div', { className: 'row' }, [expiry.block, cvc.block]))
  container.append(fieldset)

  select.addEventListener('change', () => {
    number.input.value = spaced(select.value)
    showErrors({})
    onChange(state())
  })
  fieldset.addEventListener('input', ({ target }) => {
    const edited = Object.values(fields).find(({ input }) => input === target)
    edited?.show('')
    if (edited) onChange(state())
  })
  fieldset.addEventListener('focusin', onFocus)
  fieldset.addEventListener('focusout', onBlur)

  function field(name, properties) {
    const errorId = `${name}-error`
    const input = make('input', { id: name, inputMode: 'numeric', required: true, ...properties })
    input.setAttribute('aria-describedby', errorId)
    const error = make('p', { id: errorId, className: 'error' })
    const label = make('label', { htmlFor: name, textContent: words[name] })
    return {
      input,
      block: make('div', {}, [label, input, error]),
      show(message) {
        error.textContent = message
        input.setAttribute('aria-invalid', String(message !== ''))
      },
    }
  }

  const card = () => ({
    number: number.input.value.replace(/[\s-]/g, ''),
    expiry: expiry.input.value.replace(/\D/g, ''),
    cvc: cvc.input.value.trim(),
  })

  function state() {
    const isEmpty = Object.values(fields).every(({ input }) => input.value === '')
    return { empty: isEmpty, complete: Object.keys(errorCodes(card())).length === 0 }
  }

  function showErrors(codes) {
    for (const [name, one] of Object.entries(fields)) one.show(words.errors[codes[name]] ?? '')
  }

  return {
    card,
    state,
    setAppearance: (changed) => applyAppearance(host, changed),
    focus: () => number.input.focus(),
    blur: () => host.shadowRoot.activeElement?.blur(),
    /** Shows an error at each field and moves the focus to the first. Null: the card may be sent. */
    validate() {
      const codes = errorCodes(card())
      showErrors(codes)
      const [first] = Object.keys(codes)
      if (first === undefined) return null
      fields[first].input.focus()
      return {
        type: 'validation_error',
        code: codes[first],
        message: words.errors[codes[first]],
      }
    },
  }
}

const acceptedCard = '4242424242424242'
const spaced = (number) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Stripe's code of the error of each field that has one. */
function errorCodes({ number, expiry, cvc }) {
  const expiryError = expiryCode(expiry)
  return {
    ...(/^\d{12,19}$/.test(number) ? {} : { number: 'incomplete_number' }),
    ...(expiryError === null ? {} : { expiry: expiryError }),
    ...(/^\d{3,4}$/.test(cvc) ? {} : { cvc: 'incomplete_cvc' }),
  }
}

function expiryCode(expiry) {
  if (!/^\d{4}$/.test(expiry)) return 'incomplete_expiry'
  const month = Number(expiry.slice(0, 2))
  if (month < 1 || month > 12) return 'invalid_expiry_month'
  const now = new Date()
  const months = (2000 + Number(expiry.slice(2)) - now.getFullYear()) * 12 + month
  return months < now.getMonth() + 1 ? 'invalid_expiry_year_past' : null
}

function make(tag, properties, children = []) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
