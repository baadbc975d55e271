/**
 * How people praise and blame products: phrases with their valence on VADER's scale, from -4 to 4. They go before VADER's own words.
 *
 * `a|b` stands for either word, `@` for the brand, `#` for a number or a price. Articles, possessives and adverbs of degree may stand between the words;
 * `doesn't` is read as `does not`, `Acme's` as `Acme`, and a hyphen as a space.
 */
export const productPhrases: readonly (readonly [valence: number, phrases: string])[] = [
  // VADER was made for tweets. Of a product these words say what it is or does, not whether it is good.
  [
    0,
    `account|accounts, action|actions, active, admin, adopt, agree|agreed, alert|alerts, alone, amazon, art, asset|assets, attack|attacks, authority, block|blocks|blocking,
    care, cash, certain, certainly, challenge|challenges, charge|charged, chat|chats, commit|commits, conflict|conflicts, content, could, creative|creativity, credit|credits,
    crime, criminal, cut|cuts|cutting, dark, dead, debt|debts, defense, demand, determine, discounted, dynamic, emergency, emotional, encourage, energy, engage|engaged|engagement,
    entertainment, escape, expand|expands, feeling|feelings, fire, fitness, focused, free, friend, gain|gains, game|gaming, gift|gifts, grant|grants|granted,
    grow|growing|growth, hand, hard, health|healthy, heart, hero, hidden, high, hope|hopes|hoped|hoping, huge, import|imports, increase|increased|increases, intelligence,
    interest|interests|interested, invite|invited, join|joined, kill, legal, like, loan, lower|lowered|lowest, matter|matters, medical, murder, number|numbers, ok,
    opportunity|opportunities, original, played|player|playing, prevent, profit|profits, promote, question, respective|respectively, security, sensitive, seriously,
    shared|sharing, shoot, shot, solution|solutions, stop|stops, support|supports|supported|supporting, sure, tank, tax|taxes, threat|threats, token|tokens, top, toward, treat,
    trust, united, violence, vision, want|wanted|wants, war, warm, xp, true`,
  ],
  [
    0,
    `bug tracking|tracker|report|reports, clear all, crash report|reports|reporting, error tracking|report|reports|message|messages|handling|log|logs, free plan|plans|tier|tiers|account|accounts|trial|trials|version|versions,
    hard drive|drives|disk|disks|floor|floors|copy|cover|wired|case|shell, help desk|center|centre|page|pages|article|articles, kind of, open source, real time, saves|save|saved file|files|as, problem solving,
    share price, smart home|tv|phone|speaker|watch|bulb|plug|device|devices, spam protection|filter|filters|filtering, threat model, wish list|lists, profit loss, profit and loss, employee|health benefits, favor and, can not stress|emphasize enough, risk management|assessment,
    no doubt, no wonder, no matter, no longer than, not only, not just, not to mention`,
  ],
  // Praise of the whole.
  [
    3.2,
    `best in class, second to none, hard|difficult to beat|top, no brainer, top notch, gold standard, game changer, wins by, wins hands down, blows away, by far best, world class, state of art,
    can not recommend enough|highly, could not have asked, can not put down, can not go wrong, can not fault, can not be beat, can not beat, could not be happier, could not ask for, worth every penny, five stars, clear winner,
    knocks it out, never looked back, head and shoulders, never let me|us down, unbeatable, unmatched, unrivaled, unrivalled, unparalleled, market leading`,
  ],
  [
    2.4,
    `difficult|hard to argue with|against, strongest|best|top|great|excellent|safe pick|choice|option|bet, top rated|tier, industry leading, market|category leader, award winning, punches above,
    exceeded|exceeds|exceeding expectations, works flawlessly|perfectly, works like charm, flawless|flawlessly, rock solid, well worth, sets bar|standard, stands|standing out, excels|excel,
    can|could not be better|easier|simpler|nicer|faster, not get better|easier, no better|finer|easier, not|never regret, no regrets, delighted, blazing|lightning fast, just works, great|good|excellent value, bang for buck, value for money, remarkable,
    joy|pleasure to use, consistently|often|widely|highly praise|praised|recommended|rated|regarded, praised for, praise|praises|praised, never fails|failed|crashed|crashes, never had problem|problems|issue|issues,
    yet to hear|have|find|see, makes|make up for, more than makes|make up, my|our|your|their go to, go to choice|option|tool|pick|app|brand|solution|platform, battle tested, most generous, seamless|seamlessly, effortless|effortlessly, strongly recommend|recommended, highly recommend, known for excellent|great`,
  ],
  [
    1.8,
    `worth it, worth buying|considering|price|money|having|paying|trying|upgrade|investment, recommend|recommends|recommended, reason to buy, switched|switch|switching|moved|migrated to @,
    stick|stay|sticking with|to @, go|went with @, swear|swears by, prefer|prefers|preferred, use|choose|pick|try|get|consider @ if, better served by|with @, better off with, would buy again, can not complain, not hesitate, so much more,
    good|solid|strong|natural fit|choice|option|pick|bet, ideal for, well suited|regarded|reviewed|received, great|perfect|excellent|best for, best known for, reputation for, trusted by, widely used|adopted|trusted,
    good reason, fan|fans of @, fan|crowd favorite, love to see, i|we|they|people|users like, really like, plus, advantage|advantages, upside, outperforms|outperform|outperformed, beats|beat, indispensable, essential, invaluable`,
  ],
  // Praise of how it works, is made, and what it costs.
  [
    1.8,
    `reasonable|reasonably, extensive, extensible, well|actively maintained, actively developed, privacy focused|respecting|friendly, bright, punchy, roomy, spacious, crystal clear, long battery life, reliable|reliably, dependable, fast|faster|fastest, snappy, responsive, quiet|quieter|quietest, silent, lightweight, compact, durable|durability, sturdy|sturdier, well built|made|designed|thought|documented,
    polished, intuitive, user|beginner friendly, easy|easier|easiest to, simple|simpler|simplest, straightforward, smooth|smoother|smoothly, hassle|stress|worry|ad|bug|maintenance free, plug and play,
    versatile, comprehensive, feature rich|packed, full featured, packed with, wide range|selection|variety, customizable, customisable, scalable, proven, accurate|accurately, crisp, sharp|sharper|sharpest, vivid,
    long lasting, lasts long|longer|forever, holds up, forgiving, ergonomic, comfy, stylish, sleek, high|top|great|good|premium|better quality, low price|prices|cost|latency|maintenance, time saver,
    save|saves|saving|saved time|money|hours|you|us|me, does job|trick, gets job done, delivers, at no cost|charge, at no extra|additional cost, zero cost|costs|downtime, completely|totally|entirely|absolutely free,
    is free, free of charge, affordable, budget friendly, cost effective, economical, fair price|pricing, generous, is|was|been steal, offers more, no problem|problems|issue|issues|complaint|complaints|fuss|hassle|catch,
    no fee|fees|ads|subscription, no monthly|annual|hidden|extra|subscription fee|fees|cost|costs, is|been|was|genuinely|perfectly fine, efficient|efficiently|efficiency, performs well|nicely|great, innovative`,
  ],
  [
    0.9,
    `handy, helps|help|helping, capable, adequate, good enough, not bad, works, worked, work as|like expected|intended, cheaper|cheapest, inexpensive, quick|quicker, unlimited, plenty, rich set|library|ecosystem,
    decent|decently, solid, thorough, transparent|transparency, lots of features, easily, for free`,
  ],
  // Blame of the whole.
  [
    -3.2,
    `do not buy|bother|waste|recommend, would|can not buy|recommend|suggest, never buy|purchase|recommend|again, will not buy|purchase|be buying, not buy again, waste of money|time|space, piece of junk|crap|garbage, stay|steer clear,
    stay|keep away, avoid at all, worst, ripoff, rip off, scam, garbage, junk, trash, unusable, useless, worthless, dead on arrival, fell|falls|fall|falling apart, money back, paperweight, nightmare, horrendous, abysmal,
    atrocious, unacceptable, thanks|good for nothing, more trouble than, recommend|recommended|advise|advised against, hate it, leaves much|lot to be desired`,
  ],
  [
    -2.2,
    `avoid @|this|them|these, discourage, not worth, give|gave|given|giving up, switched|switch|switching|moved|migrated|migrating|moving|left|away from @, replace|replaced|replacing @, ditched|ditch|dropped|leaving|left @,
    stop|stopped using, sent|send back, refund|refunds, return|returned|returning it|them|this, headache, abandonware, discontinued, misleading, bait and switch, false advertising, not as advertised|described, money|cash grab, predatory, unhelpful, no response|reply|answer, never responded|replied|arrived|received|answered, frustrating|frustration|frustrated|frustrates, disappointing|disappointed|disappointment|disappoints, let|lets me|us|you|them down, let|lets down,
    painful, pain, mediocre, subpar, sub par, lackluster, lacklustre, underwhelming, poor|poorly|poorest, nothing but trouble|problems, downside|downsides, drawback|drawbacks, disadvantage|disadvantages,
    shortcoming|shortcomings, falls|fall|fell|falling short|behind, deal breaker, dealbreaker, red flag, no excuse, problem with, problem|problems is|are, biggest|main|common problem|complaint|issue|gripe|criticism,
    beats|outperforms|surpasses|surpassed|outshines|undercuts|overtakes|overtook @, half of what @, half|fraction of price|cost of @, without bloat|complexity|cost|price|overhead|hassle of @, tired|sick of @, rotten, instead of @, overhyped, overrated, hit or miss, mixed reviews|results, indifferent|indifference, nonexistent, non existent, progressively|gotten|getting|got worse, gone|going|went downhill, save your|ur money|cash, no longer free|working|works|work|supported|available|worth, no better than, do|did|does not like, would have preferred, buy better`,
  ],
  // Blame of how it works, is made, and what it costs.
  [
    -2.2,
    `stopped|quit|stops|never working|works|worked, does|did|do|will|would not work, not working, broke|broken|breaks|breaking, defective|faulty, fails|failed|failing|fail to, refuse|refuses|refused to,
    crash|crashes|crashed|crashing, freezes|froze|freezing, buggy, bug|bugs, glitch|glitches|glitchy, laggy|lag|lags, unreliable, unresponsive, flaky, flimsy, clunky|clumsy, sluggish, slow|slower|slowest|slowly, painfully slow,
    bloated|bloat, outdated, dated interface|design|look, feels|looks|look dated|cheap, muddy|tinny, underpowered, half baked, rough edges, janky|jank|wonky|wobbly|rickety, spotty|patchy, unpolished|unfinished, cluttered, stutters|stuttering|choppy|jerky, blurry|grainy|pixelated, disconnects|disconnected|disconnecting, unstable, loses|lost|losing|drops|dropped connection|data|files|signal, sells|selling data, privacy invasive|nightmare|concerns, data breach|breaches, outage|outages, cheaply, cheap plastic, no support, no help, no way to,
    overpriced, over priced, locked|hidden|gated behind, paywall|paywalled, nickel and dime, hidden fee|fees|cost|costs|charges, price hike|hikes|increase|increases, increase|increases|increased|increasing|raise|raises|raised|raising|hiked price|prices|pricing|cost|costs|fees,
    lot to ask, twice|double|triple as much, # times as much|more, costs|cost more, too expensive|slow|heavy|small|big|large|complicated|complex|noisy|loud|hot|hard|limited|long|short|late|basic|pricey|simple|firm|soft|weak|low|high|few`,
  ],
  [
    -1.5,
    `can not, could not get|find|make|use|connect|access|log, unable to, inability, does|do|did not support|allow|include|provide|integrate|handle|offer, not supported|included|available|compatible|possible|enough|ideal|intuitive|easy|cheap|suitable|allow|cover|for everyone,
    no mobile|native|offline|free|option|app|way, lack|lacks|lacked|lacking, missing, only supports|works|allows|lets|includes|covers|gives|support, only makes sense, only #, limit|limits|limitation|limitations, restrict|restricts|restricted|restrictive,
    is|are capped, capped at, overkill, complicated|confusing|convoluted|cumbersome|fiddly|finicky|tedious|unintuitive, steep learning, difficult|difficulty, hard|harder|hardest to, tricky, struggle|struggles|struggled,
    trouble|troubles, issue|issues, problem|problems, error|errors, worse, inferior, inaccurate|inconsistent, noisy, bulky, heavy|heavier, uncomfortable, ugly, fragile, leak|leaks|leaked|leaking, overheats|overheat|overheating,
    drains|drain, died|dies|die, declined|decline|declining, blocked|blocks access, showing|shows its age, showing age, third party app|apps|tool|tools|plugin|plugins, workaround|workarounds, penalizes|penalize|penalises,
    forces|forced|forcing, fee|fees, pay|paying|pays extra, charges extra, upcharge, took|takes weeks|months|forever|ages, recall|recalled, surcharge, upsell|upsells|upselling, vendor lock, locked|lock in, expensive|pricey|costly|steep, premium price|pricing|tag, higher price|prices|cost|costs, add|adds up, quickly adds,
    than it|they should, than necessary, could be better|faster|cheaper|easier|improved, could use, room for improvement, should have|be, wish|wished, would be|have been better|nicer|nice|good|great, unfortunately|sadly, will|would never use, would rather,
    never will, not impressed, not perfect, not cheapest, expected more|better, supposed to, hassle, intrusive|invasive, delay|delays|delayed, spam|spammy, bare bones, watered down, downtime, short lived, so so, costing us|me, slows`,
  ],
  [-0.8, `have|has to, costs, unclear, beware|caution, cons, extra|additional cost|charge|fee, avoid`],
];
