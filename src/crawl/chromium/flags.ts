/** The command line of a browser that is used by a program, knows nobody and asks nothing of its own. */
export function flagsFor({ profile, maxHeapMegabytes }: { profile: string; maxHeapMegabytes: number }): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    // It then tells its command line, so that a sandbox that is switched off is noticed.
    '--enable-automation',
    `--user-data-dir=${profile}`,
    // Pages come through a proxy of their own; everything else leads to a port where nobody is.
    '--proxy-server=http://127.0.0.1:9',
    '--proxy-bypass-list=<-loopback>',
    // Names are looked up by the proxy alone.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    // What would go past a proxy: QUIC, and the datagrams of WebRTC, by its name of today and its older one.
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-client-side-phishing-detection',
    '--disable-domain-reliability',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--no-pings',
    '--disable-extensions',
    '--disable-default-apps',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-search-engine-choice-screen',
    '--deny-permission-prompts',
    '--block-new-web-contents',
    '--disable-prompt-on-repost',
    '--disable-gpu',
    '--disable-software-rasterizer',
    '--mute-audio',
    '--password-store=basic',
    '--use-mock-keychain',
    // Shared memory lies in the profile then, and goes with it.
    '--disable-dev-shm-usage',
    `--disk-cache-size=${32 * 1024 * 1024}`,
    `--js-flags=--max-old-space-size=${maxHeapMegabytes}`,
    // Tall, so that most of what waits to be scrolled into view is.
    '--window-size=1280,4000',
    // An http address is asked as it is written.
    '--disable-features=HttpsUpgrades,HttpsFirstBalancedMode,HttpsFirstBalancedModeAutoEnable,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,Prerender2,SpeculationRulesPrefetchFuture',
  ];
}

/** Flags with which a page's code would run with the rights of whoever started the browser. A starting script may add them. */
export const unsafeFlags = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-namespace-sandbox',
  '--disable-seccomp-filter-sandbox',
  '--single-process',
];
