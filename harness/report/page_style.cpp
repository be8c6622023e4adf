// SPDX-License-Identifier: Apache-2.0
#include "report/page_parts.hpp"

namespace reseed {
namespace {

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--ground:#f7f8f9;--paper:#fff;--ink:#1b1f24;--soft:#59626e;--line:#dde2e8;--accent:#0067a3;--tint:#edf3f8;--yes:#00704f;--no:#b04a00;--shade:0 1px 2px #1b1f2414}
@media screen and (prefers-color-scheme:dark){:root{--ground:#12151a;--paper:#1b2027;--ink:#e6e8eb;--soft:#a3acb8;--line:#333b46;--accent:#6cbdf0;--tint:#202b36;--yes:#3fd1a4;--no:#ff9d5c;--shade:none}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:80rem;margin:0 auto;padding:1.2rem clamp(1rem,4vw,2.5rem) 4rem;min-width:0}
h1,h2,h3,h4,p,li,dd,summary{overflow-wrap:anywhere}
h1{font-size:clamp(1.6rem,4.5vw,2.4rem);line-height:1.15;letter-spacing:-.01em;margin:.4rem 0 .3rem}
h2{font-size:1.4rem;letter-spacing:-.005em;margin:2.6rem 0 .8rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.6rem 0 .3rem}
h4{margin:0 0 .3rem;font-size:1rem}
p{margin:.4rem 0;max-width:62rem}
.lead,.caption,footer{color:var(--soft)}
.caption{font-size:.9rem}
a{color:var(--accent)}
a.term{color:inherit;text-decoration:underline dotted;text-underline-offset:.2em}
.mark{font-weight:600;color:var(--soft);letter-spacing:.08em;text-transform:uppercase;font-size:.78rem;margin:0}
nav ul{list-style:none;padding:0;margin:1rem 0;display:flex;flex-wrap:wrap;gap:.4rem}
nav a{display:block;padding:.2rem .7rem;border:1px solid var(--line);border-radius:1rem;background:var(--paper);text-decoration:none;font-size:.9rem}
nav a:hover{background:var(--tint)}
.answers{margin:1.2rem 0;background:var(--paper);border:1px solid var(--line);border-radius:.6rem;box-shadow:var(--shade);overflow:hidden}
.answer{display:grid;grid-template-columns:minmax(0,min(21rem,36%)) minmax(0,1fr);gap:.4rem clamp(1rem,3vw,2rem);padding:1rem 1.2rem;border-left:4px solid var(--accent)}
.answer+.answer{border-top:1px solid var(--line)}
.answer.open{border-left-color:var(--soft);border-left-style:dashed}
.answer h3{margin:0;color:var(--soft);font-weight:600;font-size:.95rem;line-height:1.4}
.answer b{display:block;font-size:1.25rem;line-height:1.25;margin:.25rem 0 0;overflow-wrap:anywhere}
.answer p{font-size:.94rem;margin:.1rem 0 0}
.more{margin:.3rem 0 0;font-size:.94rem}.more>summary{color:var(--accent);font-weight:400}
.foot{font-size:.86rem;line-height:1.45;color:var(--soft);margin:.2rem 0}.answers .foot{margin:0;padding:.5rem 1.2rem;border-top:1px solid var(--line);max-width:none}sup{line-height:0;font-size:.72em;margin-left:.1em}
.notes{background:var(--tint);border-left:4px solid var(--accent);border-radius:.3rem;padding:.7rem 1.1rem;margin:1.2rem 0}
.notes h3{margin:0}.notes ul{margin:.3rem 0;padding-left:1.2rem}.notes li{max-width:62rem}
.claims{list-style:none;margin:.6rem 0 1.4rem;padding:0;columns:28rem;column-gap:.8rem}
.claims li{break-inside:avoid;margin:0 0 .7rem;background:var(--paper);border:1px solid var(--line);border-left:4px solid var(--soft);border-radius:.5rem;padding:.6rem .9rem;min-width:0;box-shadow:var(--shade)}
.claims li.yes{border-left-color:var(--yes)}.claims li.no{border-left-color:var(--no)}.claims li.open{border-left-style:dashed}
.claims p{font-size:.9rem;color:var(--soft);margin:.25rem 0 0}.claims q{font-weight:600;quotes:none}
.v{white-space:nowrap;font-weight:600;margin-right:.3rem}.v.yes{color:var(--yes)}.v.no{color:var(--no)}.v.open{color:var(--soft)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem;margin:.6rem 0 1.2rem}
.figures.small{grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}
figure{margin:0;background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:.8rem .9rem;min-width:0;box-shadow:var(--shade)}
figure h3,figure h4{margin:0 0 .5rem;font-size:1rem}
figure svg{width:100%;max-width:30rem;height:auto;display:block}
figure.wide{grid-column:1/-1}.figures>figure:only-child:not(.wide){justify-self:start;width:min(100%,33rem)}
.wide .scroll{border:0;border-radius:0;margin:0;box-shadow:none}.wide svg{min-width:calc(.8*var(--w));max-width:calc(1.25*var(--w))}
figcaption{color:var(--soft);font-size:.86rem;line-height:1.45;margin-top:.5rem}
.figures.small{column-gap:.7rem}.small figure{padding:.7rem .55rem}.small h3,.small h4{font-size:.94rem;line-height:1.35}
@supports(grid-template-rows:subgrid){@media screen{.figures{row-gap:0}figure{display:grid;grid-template:subgrid/minmax(0,1fr);grid-row:span 3;row-gap:0;margin-bottom:1rem}}}
.scroll{overflow-x:auto;max-width:100%;background:var(--paper);border:1px solid var(--line);border-radius:.6rem;margin:.5rem 0 1.2rem;box-shadow:var(--shade)}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.36rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
th{vertical-align:bottom;line-height:1.25}
td,.s{white-space:nowrap}
th.s,th.n{white-space:normal;min-width:min-content}
.t,.w{white-space:normal;min-width:15rem;max-width:34rem;overflow-wrap:break-word}
.w{min-width:min(24rem,70vw);max-width:44rem}
.wordy .t{min-width:7rem}.wordy .w{min-width:12rem}.wordy .x{min-width:20rem}
th:first-child,td:first-child:not(.n,.t,.w){position:sticky;left:0;background:var(--paper)}
tbody tr:last-child td{border-bottom:0}
tr.f td{border-top:2px solid var(--line)}
.r{color:var(--soft)}.sorted .r{color:inherit}.sorted tr.f td{border-top:0}
.n{text-align:right}
td small{display:block;line-height:1.2;white-space:normal}td b{font-weight:600;color:var(--soft);font-size:.85em;margin-left:.2em}
th button{all:unset;cursor:pointer;font-weight:600}
th button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
th[aria-sort=ascending] button::after{content:" \25b2"}
th[aria-sort=descending] button::after{content:" \25bc"}
tbody tr:hover td{background:var(--tint)}
small{color:var(--soft);font-weight:400}
.bar{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:.5rem 0;font-size:.9rem}
.bar input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.4rem;padding:.25rem .6rem;width:min(100%,20rem)}
.bar button{font:inherit;color:var(--accent);background:var(--paper);border:1px solid var(--line);border-radius:.4rem;padding:.25rem .7rem;cursor:pointer}
pre{background:var(--tint);border-radius:.5rem;padding:.7rem .9rem;overflow-x:auto;font-size:.85rem}
details{margin:.6rem 0}summary{cursor:pointer;font-weight:600}
.folded{margin:.7rem 0}.folded>summary{padding:.45rem .8rem;background:var(--paper);border:1px solid var(--line);border-radius:.5rem}
.folded>summary:hover{background:var(--tint)}
summary small{margin-left:.3rem}
.paper{display:none}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) minmax(0,1fr);gap:.25rem 1rem;margin:.4rem 0}
dt{color:var(--soft)}dd{margin:0}
.terms{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:1rem;margin:.6rem 0 1.6rem}
.terms article{background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:.7rem 1rem;min-width:0;font-size:.9rem;break-inside:avoid}
.terms article:target{outline:2px solid var(--accent)}
@media(max-width:40rem){dl{grid-template-columns:1fr}dt{margin-top:.3rem}dd{padding-left:.8rem}
.answer{grid-template-columns:minmax(0,1fr);padding:.9rem 1rem}
figure{padding:.6rem}.t{min-width:11rem}.w{min-width:min(16rem,70vw)}th,td{padding:.34rem .5rem}
td:not(.n,.t,.w):nth-child(-n+2){white-space:normal;min-width:4.2rem;max-width:7.5rem}
td .v{white-space:normal}}
@media screen and (max-width:40rem){.wordy,.wordy tbody{display:block}
.wordy thead tr{display:flex;flex-wrap:wrap;padding:.3rem .2rem;border-bottom:1px solid var(--line)}.wordy thead tr::before{content:"Sort by";color:var(--soft);font-size:.82rem;padding:.15rem .4rem}.wordy thead th:nth-child(n){position:static;border:1px solid var(--line);border-radius:1rem;padding:.1rem .6rem;min-width:0;font-size:.82rem}.wordy thead tr{gap:.3rem}
.wordy tbody tr{display:block;padding:.5rem .2rem;border-bottom:1px solid var(--line)}.wordy tbody tr:last-child{border:0}.wordy tr.f td{border:0}
.wordy tbody td:nth-child(n){display:block;position:static;border:0;padding:.08rem .5rem;min-width:0;max-width:none;text-align:left;white-space:normal}
.wordy td::before{content:attr(data-name) ": ";color:var(--soft);font-size:.85em}}
@media screen and (min-width:92rem){main{margin-left:max(17rem,calc(50vw - 40rem))}
nav{position:fixed;left:0;top:0;width:16rem;height:100vh;overflow-y:auto;padding:1.4rem 0 1.4rem 1.4rem}
nav ul{flex-direction:column;gap:.1rem}nav a{border:0;background:none;border-radius:.4rem}}
@media print{
@page{size:A4;margin:13mm 12mm 15mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif;color:#444}}
:root{--ground:#fff;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--tint:#fff;--shade:none}
body{font-size:9pt;line-height:1.4}main{max-width:none;padding:0 1px}p,.notes li{max-width:none;orphans:3;widows:3}
h1{font-size:20pt}h2{font-size:14pt;margin:16pt 0 5pt;padding-top:6pt}h3{font-size:10.5pt;margin:9pt 0 2pt}h4{font-size:9pt}
.caption,.lead{font-size:8pt;margin:2pt 0}
h1,h2,h3,h4,h2+p,.caption,summary,.mark,.lead{break-after:avoid;break-inside:avoid}
.answer,figure,tr,thead,.claims li,.notes li,.terms article{break-inside:avoid}
nav,.bar input,.bar button,.more>summary{display:none}.paper{display:inline}details[open]>summary .paper{display:none}
details:not(.long)::details-content{content-visibility:visible;display:block;height:auto}
a,a.term{color:inherit;text-decoration:none}
.answers,.answer,.notes{border-radius:0;overflow:visible}.answer{grid-template-columns:14rem minmax(0,1fr);padding:5pt 8pt}.answer b{font-size:11pt}.answer h3{font-size:8.5pt}.answer p,.more{font-size:8.5pt}.foot,.answers .foot{font-size:8pt;margin:1pt 0;padding-top:2pt;padding-bottom:2pt}
.notes{border:1px solid var(--line);border-left:4px solid var(--accent)}.claims{columns:2}.claims li{padding:4pt 7pt}.claims p{font-size:8pt}
summary{list-style:none}summary::-webkit-details-marker{display:none}.folded{margin:8pt 0}.folded>summary{border:0;padding:0;font-size:10.5pt}
.scroll{overflow:visible;border:0;border-radius:0;margin:3pt 0 8pt}table{font-size:7.2pt;line-height:1.3}.dense{font-size:5.9pt}
th,td{padding:1.3pt 3.5pt}.dense th,.dense td{padding:1.3pt 2pt}td,.s{white-space:normal}td.n,td:first-child:not(.t,.w),td b{white-space:nowrap}.dense td:first-child:not(.n){white-space:normal}.t,.w{min-width:5.5rem;max-width:none}
th:first-child,td:first-child:not(.n,.t,.w){position:static}th button{display:contents}th button::after{content:none!important}
.figures,.figures.small{grid-template-columns:1fr 1fr;gap:6pt}figure{padding:5pt 7pt;border-radius:4pt}figure svg{max-width:76mm;margin:0 auto}.wide svg{min-width:0;max-width:100%}
figure h3,figure h4{font-size:8.5pt;margin:0 0 2pt}figcaption{font-size:7.2pt;line-height:1.3;margin-top:2pt}
.terms{grid-template-columns:1fr 1fr;gap:6pt}.terms article{font-size:7.5pt;padding:5pt 8pt;border-radius:4pt}dl{gap:1pt 8pt}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:6.5pt;line-height:1.3;padding:0;overflow:visible;border-radius:0}details pre{columns:2}}
)css";

}  // namespace

std::string_view page_style() { return kStyle; }

}  // namespace reseed
