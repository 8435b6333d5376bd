/**
 * The browser script of the fake Stripe: the interface of Stripe.js for what a page needs to take or save
 * a card with the Payment Element, or a wallet with the Express Checkout Element. It takes test cards, calls the server that it was loaded from, and
 * nothing else. Errors have the types and codes of Stripe's.
 */
;(() => {
  const baseUrl = new URL(document.currentScript.src).origin
  const languages = ['en', 'es', 'ar']
  const load = (file) => import(`${baseUrl}/browser/${file}`)

  window.Stripe = function Stripe(publishableKey, options = {}) {
    if (!/^pk_test_\w+$/.test(publishableKey))
      throw integrationError(
        'The fake Stripe takes no real payments: the publishable key must start with pk_test_.',
      )
    return openStripe({ publishableKey, account: options.stripeAccount, locale: options.locale })
  }

  function openStripe(caller) {
    const api = openApi(caller)
    return {
      elements: (options = {}) => openElements({ ...caller, ...api }, options),
      confirmPayment: (options) => confirm({ ...caller, ...api }, payment, options),
      confirmSetup: (options) => confirm({ ...caller, ...api }, setup, options),
      handleNextAction: async ({ clientSecret }) => {
        const { intent, error } = await api.readIntent(clientSecret)
        return error ? { error } : finish({ ...caller, ...api }, kindOf(clientSecret), intent)
      },
      retrievePaymentIntent: async (clientSecret) => {
        const { intent, error } = await api.readIntent(clientSecret)
        return error ? { error } : { paymentIntent: intent }
      },
      retrieveSetupIntent: async (clientSecret) => {
        const { intent, error } = await api.readIntent(clientSecret)
        return error ? { error } : { setupIntent: intent }
      },
    }
  }

  /** What is confirmed: a payment, or a card that is saved for later. */
  const payment = {
    ...{
      mode: 'payment',
      method: 'confirmPayment',
      object: 'PaymentIntent',
      result: 'paymentIntent',
    },
    ...{ secrets: /^pi_\w+_secret_\w+$/, path: '/v1/payment_intents', parameter: 'payment_intent' },
  }
  const setup = {
    ...{ mode: 'setup', method: 'confirmSetup', object: 'SetupIntent', result: 'setupIntent' },
    ...{ secrets: /^seti_\w+_secret_\w+$/, path: '/v1/setup_intents', parameter: 'setup_intent' },
  }
  const kindOf = (clientSecret) => (setup.secrets.test(clientSecret) ? setup : payment)

  /** The requests of this script. They send no headers of their own and so need no preflight. */
  function openApi({ publishableKey, account }) {
    const own = { key: publishableKey, ...(account && { _stripe_account: account }) }
    const intentPath = (clientSecret) =>
      `${kindOf(clientSecret).path}/${clientSecret.split('_secret_')[0]}`

    async function request(path, options) {
      try {
        const response = await fetch(`${baseUrl}${path}`, options)
        const body = await response.json()
        return response.ok ? { intent: body } : { error: body.error }
      } catch {
        return { error: { type: 'api_connection_error', message: 'The network request failed.' } }
      }
    }
    const get = (path, params) => request(`${path}?${new URLSearchParams({ ...own, ...params })}`)
    const post = (path, params) =>
      request(path, { method: 'POST', body: new URLSearchParams({ ...own, ...params }) })

    return {
      openSession: () => get('/v1/elements/sessions', {}),
      readIntent: (clientSecret) => get(intentPath(clientSecret), { client_secret: clientSecret }),
      confirmIntent: (clientSecret, card, returnUrl) =>
        post(`${intentPath(clientSecret)}/confirm`, {
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': card.number,
          'payment_method_data[card][exp_month]': card.expiry.slice(0, 2),
          'payment_method_data[card][exp_year]': card.expiry.slice(-2),
          'payment_method_data[card][cvc]': card.cvc,
          ...(returnUrl && { return_url: returnUrl }),
        }),
      authenticate: (clientSecret, isApproved) =>
        post(`/authenticate/${clientSecret}`, { bank: isApproved ? 'yes' : 'no' }),
    }
  }

  function openElements(stripe, given) {
    let options = given
    const created = {}
    assertOptions(options)
    const elements = {
      create(type) {
        if (creators[type] === undefined)
          throw integrationError(
            `The fake Stripe has no ${type} element, only payment and expressCheckout.`,
          )
        if (created[type] !== undefined)
          throw integrationError(`Can only create one Element of type ${type} through elements().`)
        created[type] = creators[type](stripe, () => options, elements)
        return created[type]
      },
      getElement: (type) => created[type] ?? null,
      update(changed) {
        options = { ...options, ...changed }
        assertOptions(options)
        created.payment?.render()
      },
      async submit() {
        if (elements.wallet !== null) {
          elements.isSubmitted = true
          return { selectedPaymentMethod: elements.wallet.name }
        }
        if (created.payment?.form == null)
          throw integrationError('elements.submit() was called before the element was ready.')
        const error = created.payment.form.validate()
        elements.isSubmitted = error === null
        return error === null ? { selectedPaymentMethod: 'card' } : { error }
      },
      fetchUpdates: async () => ({}),
      isSubmitted: false,
      /** The wallet whose sheet was approved, with its card. */
      wallet: null,
      options: () => options,
    }
    return elements
  }

  function assertOptions({ mode, amount, currency, clientSecret }) {
    if (clientSecret !== undefined) return
    if (mode === 'setup') return
    if (mode !== 'payment')
      throw integrationError(
        'elements() needs a clientSecret, the mode payment with an amount, or the mode setup.',
      )
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw integrationError('Invalid value for elements(): amount must be a positive integer.')
    if (!/^[a-z]{3}$/.test(currency ?? ''))
      throw integrationError('Invalid value for elements(): currency must be like eur, lower case.')
  }

  const creators = { payment: createPaymentElement, expressCheckout: createWalletElement }

  /** Adds what all elements have, and returns what sends their events: whether somebody listens. */
  function addEvents(element, elementType) {
    const handlers = new Map()
    Object.assign(element, {
      on(event, handler) {
        handlers.set(event, [...(handlers.get(event) ?? []), handler])
        return element
      },
      once(event, handler) {
        const onlyOnce = (detail) => {
          element.off(event, onlyOnce)
          handler(detail)
        }
        return element.on(event, onlyOnce)
      },
      off(event, handler) {
        const others = (handlers.get(event) ?? []).filter((one) => one !== handler)
        handlers.set(event, handler === undefined ? [] : others)
        return element
      },
    })
    return (event, more = {}) => {
      const called = handlers.get(event) ?? []
      for (const handler of called) handler({ elementType, ...more })
      return called.length > 0
    }
  }

  function createPaymentElement(stripe, options) {
    let host = null
    const element = {
      form: null,
      async mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target
        assertMountable(parent)
        element.unmount()
        const mounted = document.createElement('div')
        host = mounted
        parent.append(mounted)
        emit('loaderstart')
        const { error } = await stripe.openSession()
        const parts = error
          ? null
          : await Promise.all([load('card-form.js'), load('texts.js')]).catch(() => null)
        if (host !== mounted) return
        if (parts === null)
          return emit('loaderror', {
            error: error ?? { type: 'api_connection_error', message: 'The form did not load.' },
          })
        const [{ createCardForm }] = parts
        element.form = createCardForm(mounted, {
          locale: languageOf(options().locale ?? stripe.locale),
          appearance: options().appearance,
          isSetup: options().mode === 'setup',
          onChange: (state) =>
            emit('change', { collapsed: false, value: { type: 'card' }, ...state }),
          onFocus: () => emit('focus'),
          onBlur: () => emit('blur'),
        })
        emit('ready')
        emit('change', { collapsed: false, value: { type: 'card' }, ...element.form.state() })
      },
      render: () => element.form?.setAppearance(options().appearance),
      update: () => {},
      focus: () => element.form?.focus(),
      blur: () => element.form?.blur(),
      unmount() {
        host?.remove()
        host = null
        element.form = null
      },
      destroy: () => element.unmount(),
    }
    const emit = addEvents(element, 'payment')
    return element
  }

  /** The buttons of wallets: none where Stripe would show none. */
  function createWalletElement(stripe, options, elements) {
    let host = null
    const element = {
      async mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target
        assertMountable(parent)
        element.unmount()
        const mounted = document.createElement('div')
        host = mounted
        parent.append(mounted)
        const { intent: session, error } = await stripe.openSession()
        const buttons = error ? null : await load('wallet-buttons.js').catch(() => null)
        if (host !== mounted) return
        if (buttons === null)
          return emit('loaderror', {
            error: error ?? { type: 'api_connection_error', message: 'The buttons did not load.' },
          })
        const names = session.wallets
        if (names.length === 0) return emit('ready', { availablePaymentMethods: undefined })
        buttons.createWalletButtons(mounted, {
          names,
          locale: languageOf(options().locale ?? stripe.locale),
          appearance: options().appearance,
          onClick: (name) =>
            new Promise((resolve) => {
              const detail = { resolve: () => resolve(true), reject: () => resolve(false) }
              if (!emit('click', { expressPaymentType: name, ...detail })) resolve(true)
            }),
          onPay(name, number) {
            elements.wallet = { name, card: { number, expiry: '1234', cvc: '123' } }
            const paymentFailed = () => {
              elements.wallet = null
            }
            if (!emit('confirm', { expressPaymentType: name, paymentFailed }))
              throw integrationError('The Express Checkout Element needs a handler of confirm.')
          },
          onCancel: () => emit('cancel'),
        })
        emit('ready', { availablePaymentMethods: { applePay: true, googlePay: true } })
      },
      update: () => {},
      unmount() {
        host?.remove()
        host = null
      },
      destroy: () => element.unmount(),
    }
    const emit = addEvents(element, 'expressCheckout')
    return element
  }

  /** Stripe's iframes do not work inside of shadow roots. */
  function assertMountable(parent) {
    if (!(parent instanceof Element))
      throw integrationError(
        'The selector or element that was given to mount() is not in the page.',
      )
    if (parent.getRootNode() instanceof ShadowRoot)
      throw integrationError(
        'Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.',
      )
    if (!parent.isConnected)
      throw integrationError('The element that was given to mount() is not in the page.')
  }

  async function confirm(stripe, kind, { elements, clientSecret, confirmParams, redirect }) {
    const { method } = kind
    const returnUrl = confirmParams?.return_url
    const secret = clientSecret ?? elements?.options().clientSecret
    if (!kind.secrets.test(secret ?? ''))
      throw integrationError(`${method}() needs the client secret of a ${kind.object}.`)
    if (redirect !== 'if_required' && returnUrl === undefined)
      throw integrationError(`${method}() needs confirmParams.return_url.`)
    const form = elements?.getElement('payment')?.form
    if (form == null) throw integrationError(`${method}() needs a mounted payment element.`)
    const { mode } = elements.options()
    if (mode !== undefined && mode !== kind.mode)
      throw integrationError(`${method}() needs elements in the mode ${kind.mode}.`)
    if (mode !== undefined && !elements.isSubmitted)
      throw integrationError(`elements.submit() must be called before stripe.${method}().`)
    elements.isSubmitted = false

    const mismatch = await differenceFrom(stripe, secret, elements.options())
    if (mismatch) return { error: mismatch }
    const { wallet } = elements
    elements.wallet = null
    const invalid = wallet ? null : form.validate()
    if (invalid) return { error: invalid }
    const confirmed = await stripe.confirmIntent(secret, wallet?.card ?? form.card(), returnUrl)
    if (confirmed.error) return { error: await translated(stripe, confirmed.error) }
    const result = await finish(stripe, kind, confirmed.intent, elements.options().appearance)
    if (result.error || redirect === 'if_required') return result
    location.assign(returnAddress(returnUrl, kind, result[kind.result]))
    return new Promise(() => {})
  }

  /** The elements announce an amount, a currency and whether the card is saved; the intent has to have the same. */
  async function differenceFrom(stripe, secret, { mode, amount, currency, setupFutureUsage }) {
    if (mode !== 'payment') return null
    const { intent, error } = await stripe.readIntent(secret)
    if (error) return error
    if (intent.setup_future_usage !== (setupFutureUsage ?? null))
      return {
        type: 'invalid_request_error',
        message: `The PaymentIntent has the setup_future_usage ${intent.setup_future_usage}, the elements have ${setupFutureUsage}.`,
      }
    if (intent.amount === amount && intent.currency === currency) return null
    return {
      type: 'invalid_request_error',
      message:
        `The PaymentIntent is for ${intent.amount} ${intent.currency}, ` +
        `the elements are for ${amount} ${currency}.`,
    }
  }

  /** Has the bank authenticate the customer where it wants to: in a dialog, or on its own page. */
  async function finish(stripe, kind, intent, appearance) {
    if (intent.status !== 'requires_action') return { [kind.result]: intent }
    if (intent.next_action.type === 'redirect_to_url') {
      location.assign(intent.next_action.redirect_to_url.url)
      return new Promise(() => {})
    }
    const { openAuthenticationDialog } = await load('authentication-dialog.js')
    const outcome = await openAuthenticationDialog({
      language: languageOf(stripe.locale),
      appearance,
      isSetup: kind === setup,
      answer: (isApproved) => stripe.authenticate(intent.client_secret, isApproved),
    })
    if (outcome.error) return { error: await translated(stripe, outcome.error) }
    const { intent: settled, error } = await stripe.readIntent(intent.client_secret)
    return error ? { error } : { [kind.result]: settled }
  }

  /** Stripe.js shows the errors of cards in the customer's language. */
  async function translated(stripe, error) {
    const { texts } = await load('texts.js')
    const { errors } = texts[languageOf(stripe.locale)]
    const message = errors[error.decline_code] ?? errors[error.code] ?? error.message
    return { ...error, message }
  }

  function returnAddress(returnUrl, { parameter }, intent) {
    const url = new URL(returnUrl)
    url.searchParams.set(parameter, intent.id)
    url.searchParams.set(`${parameter}_client_secret`, intent.client_secret)
    url.searchParams.set(
      'redirect_status',
      intent.status === 'processing' ? 'pending' : 'succeeded',
    )
    return url.href
  }

  function languageOf(locale = 'auto') {
    const wanted = (locale === 'auto' ? navigator.language : locale).slice(0, 2)
    return languages.includes(wanted) ? wanted : 'en'
  }

  function integrationError(message) {
    const error = new Error(message)
    error.name = 'IntegrationError'
    return error
  }
})()
