const names = `
amountCents announce another anyone anyoneHint attempt callAsCustomer cancelAnytime cancelUntil
choose chooseDay chooseOne chooseTime chosen clock codeHint codeInvalid codeSent confirmCode
coversAll dayOfMonth described directions dismiss each emailInvalid emit emptyMonth ending
firstMonth firstWeekday free guest hasUpdated hideNotice horizonDays insteadOf isInvalid isOptional
isReady isSignedIn isSignIn isTemporary isTentative isToday joined kept lacksPhone lastMonth
lastServices leave localize member moment nameMissing nextFree nextMonth noneInMonth noneSoon
notConfigured notHeld offered offeredHint otherEmail ownServices pageUrl phoneMissing pointsBalance
pointsMissing prepare previousMonth problemOf problems reasons refunded refusal renderRoot requested
requestedHint requestUpdate resend resent rest retryAfterSeconds retryIn reviews run saving sendCode
sessionEnded setEmail setIntent shortDate signedIn signIn signOut skeleton styles taken takenNone
timeLost timesOn today tooMany toPayment updateComplete visit waitlist what willUpdate zone`

/**
 * Properties that the build gives short names, which takes half a kilobyte off a booking. Only our own
 * code may know them: they are no names of browsers, of the API or of the processor, and are not kept
 * in storage, where another release would look for them (test/unit/widget/build.test.ts).
 */
export const shortNames: readonly string[] = names.trim().split(/\s+/)
