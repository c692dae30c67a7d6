import { describe, expect, it } from 'vitest'

import { platformOf } from '../../src/notify/chat/platform.ts'
import { bodyFormatOf } from '../../src/notify/receiver.ts'

const SERVICES = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'
const HOOK = '/api/webhooks/123456789012345678/aB-c_D0'

describe('a chat platform is known by its exact host and path', () => {
  it.each([
    [`https://hooks.slack.com${SERVICES}`, 'slack'],
    [`https://HOOKS.SLACK.COM:443${SERVICES}`, 'slack'],
    [`https://hooks.slack-gov.com${SERVICES}`, 'slack'],
    [`https://discord.com${HOOK}`, 'discord'],
    [`https://discord.com${HOOK}?wait=true&thread_id=1`, 'discord'],
    [`https://discordapp.com${HOOK}`, 'discord'],
    [`https://ptb.discord.com${HOOK}`, 'discord'],
    [`https://canary.discord.com${HOOK.replace('/api/', '/api/v10/')}`, 'discord'],
    [`https://discord.com${HOOK}/slack`, 'slack'],
    ['https://prod-12.westeurope.logic.azure.com:443/workflows/ab/triggers/x?sig=s', 'teams'],
    ['https://prod-1.usgovtexas.logic.azure.us/workflows/ab', 'teams'],
    ['https://prod-1.chinaeast.logic.azure.cn/workflows/ab', 'teams'],
    ['https://a.1.environment.api.powerplatform.com/powerautomate/automations/x?sig=s', 'teams'],
    ['https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d', 'teams'],
    ['https://outlook.office.com/webhook/a@b/IncomingWebhook/c/d', 'teams'],
  ])('%s is %s', (url, platform) => {
    expect(platformOf(new URL(url))).toBe(platform)
  })

  it.each([
    `https://hooks.slack.com.evil.test${SERVICES}`,
    `https://evil.test/hooks.slack.com${SERVICES}`,
    `https://evil.test${SERVICES}?host=hooks.slack.com`,
    `https://evil.test${SERVICES}#hooks.slack.com`,
    `https://evilhooks.slack.com${SERVICES}`,
    `https://a.hooks.slack.com${SERVICES}`,
    `https://hooks.slack.community${SERVICES}`,
    `https://hooks.slаck.com${SERVICES}`,
    `https://slack.com${SERVICES}`,
    `http://hooks.slack.com${SERVICES}`,
    `https://hooks.slack.com:8443${SERVICES}`,
    'https://hooks.slack.com/services/',
    'https://hooks.slack.com/workflows/T00/A00/123/abc',
    'https://hooks.slack.com/triggers/T00/123/abc',
    `https://discord.com.evil.test${HOOK}`,
    `https://notdiscord.com${HOOK}`,
    `https://evil.discord.com${HOOK}`,
    `https://discord.com${HOOK}/github`,
    'https://discord.com/api/webhooks/123456789012345678',
    'https://discord.com/api/oauth2/token',
    `https://discord.gg${HOOK}`,
    'https://logic.azure.com/workflows/ab',
    'https://evillogic.azure.com/workflows/ab',
    'https://prod-1.logic.azure.com.evil.test/workflows/ab',
    'https://prod-1.westeurope.logic.azure.com/other/ab',
    'https://environment.api.powerplatform.com/powerautomate/x',
    'https://a.environment.api.powerplatform.com.evil.test/powerautomate/x',
    'https://outlook.office.com/owa/',
    'https://office.com/webhook/x',
    'https://webhook.office.com/webhookb2/x',
  ])('%s is none of them', (url) => {
    expect(platformOf(new URL(url))).toBeNull()
  })
})

describe('webhook_format', () => {
  const slack = new URL(`https://hooks.slack.com${SERVICES}`)
  const logicApp = new URL('https://prod-1.westeurope.logic.azure.com/workflows/ab?sig=s')
  const other = new URL('https://chat.example/hook')

  it('auto sends a platform its own message and everybody else the generic one', () => {
    expect(bodyFormatOf('auto', slack)).toBe('slack')
    expect(bodyFormatOf('auto', other)).toBe('generic')
  })

  it('names the body where the host does not tell: a Logic App that is no Teams, a proxy', () => {
    expect(bodyFormatOf('generic', logicApp)).toBe('generic')
    expect(bodyFormatOf('slack', other)).toBe('slack')
    expect(bodyFormatOf('discord', other)).toBe('discord')
    expect(bodyFormatOf('teams', slack)).toBe('teams')
  })
})
