// SPDX-License-Identifier: Apache-2.0
#include "report/page_parts.hpp"

namespace reseed {
namespace {

// Without the script the page is whole but for sorting, for the links from names to definitions, and for the rows of
// long tables, which csv files of the bundle hold as well. Texts of the bundle enter the page as text nodes only.
constexpr std::string_view kScript = R"js(
(function(){'use strict';
var d=document,terms={};
function make(tag,text,kind){var e=d.createElement(tag);if(text!==undefined)e.textContent=text;if(kind)e.className=kind;return e}
function plain(t){return t.toLowerCase().replace(/^1 - /,'').replace(/[^a-z0-9]+/g,' ').trim()}
// Names of measures and methods lead to their definitions.
d.querySelectorAll('.terms article').forEach(function(a){var m=a.querySelector('dd');
 terms[plain(a.querySelector('h4').firstChild.textContent)]={id:a.id,meaning:m?m.textContent:''}});
// "SVCCA distance (as published), layer 6" is a form of "SVCCA distance".
function linked(e){var t=e.textContent,term=terms[plain(t)]||terms[plain(t.replace(/(, layer .*| \(.*\))+$/,''))];
 if(!term||e.children.length)return;
 var a=make('a',e.textContent,'term');a.href='#'+term.id;a.title=term.meaning;e.textContent='';e.appendChild(a)}
d.querySelectorAll('td:not(.n),figure h3,figure h4').forEach(function(e){linked(e)});
function compared(x,y){if(x===y)return 0;if(x===null)return 1;if(y===null)return -1;
 return typeof x==='number'&&typeof y==='number'?x-y:String(x).localeCompare(String(y))}
// The headings of a table in turn: order(column, upwards).
function sortable(table,order){table.querySelectorAll('thead button').forEach(function(b,i){b.addEventListener('click',function(){
 var th=b.parentNode,up=th.getAttribute('aria-sort')!=='ascending';
 table.querySelectorAll('th').forEach(function(h){h.removeAttribute('aria-sort')});
 th.setAttribute('aria-sort',up?'ascending':'descending');order(i,up)})})}
d.querySelectorAll('table').forEach(function(table){sortable(table,function(i,up){
 var body=table.tBodies[0],rows=Array.from(body.rows);
 var key=function(r){var c=r.cells[i],v=parseFloat(c.dataset.v||c.textContent);
  return !c.classList.contains('n')?c.textContent:isNaN(v)?null:v};
 rows=rows.map(function(r){return [key(r),r]});
 rows.sort(function(a,b){return a[0]===null||b[0]===null?compared(a[0],b[0]):up?compared(a[0],b[0]):compared(b[0],a[0])});
 table.classList.add('sorted');rows.forEach(function(r){body.appendChild(r[1])})})});
// Long tables: rows are made when they are looked at, some hundred at a time.
d.querySelectorAll('details.long').forEach(function(box){box.addEventListener('toggle',function(){
 if(!box.open||box.made)return;box.made=true;
 var data=JSON.parse(box.querySelector('script').textContent),columns=data.columns,order=[],most=200,shown=[];
 for(var i=0;i<data.rows;++i)order.push(i);
 var value=function(c,r){return c.numbers?c.numbers[r]:c.rows[r]<0?null:c.texts[c.rows[r]]};
 var text=function(c,r){var v=value(c,r);if(v===null)return '–';if(!c.numbers)return v;
  var s=v.toFixed(c.decimals);return v&&!/[1-9]/.test(s)?v.toPrecision(2):s};
 var bar=make('div',undefined,'bar'),search=make('input'),count=make('span'),more=make('button','Show all');
 search.type='search';search.placeholder='Show rows with …';search.setAttribute('aria-label','Show rows with these words');
 more.type='button';bar.append(search,count,more);
 var scroll=make('div',undefined,'scroll'),table=make('table'),head=make('tr'),body=make('tbody');
 scroll.tabIndex=0;scroll.setAttribute('role','region');scroll.setAttribute('aria-label',box.dataset.title);
 columns.forEach(function(c){var th=make('th',undefined,c.numbers?'n':'s'),b=make('button',c.title);b.type='button';th.scope='col';
  if(c.unit){b.append(' ',make('small',c.unit))}th.append(b);head.append(th)});
 var top=make('thead');top.append(head);table.append(top,body);scroll.append(table);box.append(bar,scroll);
 function draw(){var words=search.value.toLowerCase().split(/\s+/).filter(Boolean);
  shown=words.length?order.filter(function(r){var all=columns.map(function(c){return text(c,r)}).join(' ').toLowerCase();
   return words.every(function(w){return all.indexOf(w)>=0})}):order;
  var rows=shown.slice(0,most).map(function(r){var tr=make('tr');columns.forEach(function(c){
   var td=make('td',text(c,r),c.numbers?'n':'');if(!c.numbers)linked(td);tr.append(td)});return tr});
  var all=d.createDocumentFragment();rows.forEach(function(tr){all.append(tr)});body.textContent='';body.append(all);
  count.textContent=rows.length+' of '+shown.length+' rows';more.hidden=rows.length===shown.length}
 search.addEventListener('input',draw);
 more.addEventListener('click',function(){most=Infinity;draw()});
 sortable(table,function(i,up){var c=columns[i];order.sort(function(a,b){var x=value(c,a),y=value(c,b);
  return x===null||y===null?compared(x,y):up?compared(x,y):compared(y,x)});draw()});
 draw()})});
// On paper nothing is folded but the long tables.
var opened=[];
addEventListener('beforeprint',function(){d.querySelectorAll('details:not([open]):not(.long)').forEach(function(e){e.open=true;opened.push(e)})});
addEventListener('afterprint',function(){opened.forEach(function(e){e.open=false});opened=[]});
})();
)js";

}  // namespace

std::string_view page_script() { return kScript; }

}  // namespace reseed
